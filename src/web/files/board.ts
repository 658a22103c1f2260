import { toCents } from "../../api/arbitrage/route.ts";
import { toPriceOrNull } from "../../api/markets.ts";
import { toIso, toIsoOrNull } from "../../clock.ts";
import { fromCents, fromMicros } from "../../domain/prices.ts";
import { dateTime, nullable, number, object, oneOf, string } from "../../http/schema.ts";
import { listTable, type Table } from "../../http/tables/table.ts";
import { categorySchema, money, platformSchema, price, priceChange } from "../../http/value-schemas.ts";
import type { BoardLists, BoardRow, BoardSubject } from "../../store/board/board.ts";
import type { BoardResult } from "../../store/board/results.ts";
import { boardFilters, readBoard } from "../board/lists.ts";
import { resultText } from "../board/tables.ts";
import { type TableFile, tableFile } from "./table-file.ts";

const named = {
  kind: oneOf(["question", "market"], "A market is one that no other platform asks."),
  platform: nullable(platformSchema),
  id: string("The id of the question or of the market."),
  title: string(),
  category: categorySchema,
};

const subject = {
  ...named,
  price: price("The price of yes.", 0.61),
  gap_cents: nullable(number("The highest less the lowest price, of a question.")),
  volume_24h: money("Volume of the last 24 hours.", 12_000),
  close_time: nullable(dateTime("When it closes.")),
};

const subjectSchema = object(subject);
const rowSchema = object({
  ...subject,
  price_change_24h: nullable(priceChange("Null where the archive is younger.", 0.02)),
});
const resultSchema = object({
  ...named,
  outcome: string("As the board says it."),
  resolved_at: dateTime("When it was resolved."),
});

/** The lists of the board, with its filters. */
export function boardFiles(platforms: readonly string[]): readonly TableFile[] {
  const file = <T>(summary: string, table: Table<readonly T[]>, rowsOf: (lists: BoardLists) => readonly T[]) =>
    tableFile({
      path: `/board/${table.name}.csv`,
      summary,
      parameters: boardFilters(platforms),
      table,
      async read(context, filters) {
        const now = context.clock.now();
        return { data: rowsOf(await readBoard(context, platforms, { ...filters, now })) };
      },
    });
  return [
    file("What moved most in 24 hours", listTable("movers", rowSchema), ({ movers }) => movers.map(toRow)),
    file("What was traded most in 24 hours", listTable("traded", rowSchema), ({ traded }) => traded.map(toRow)),
    file("What closes next", listTable("closing", subjectSchema), ({ closing }) => closing.map(toSubject)),
    file("What ended lately", listTable("results", resultSchema), ({ results }) => results.map(toResult)),
  ];
}

const toNamed = (row: BoardSubject | BoardResult) =>
  "question" in row
    ? { kind: "question" as const, platform: null, ...namesOf(row.question) }
    : { kind: "market" as const, platform: row.market.platform, ...namesOf(row.market) };

const namesOf = ({ id, title, category }: { id: string; title: string; category: string }) => ({ id, title, category });

function toSubject(row: BoardSubject) {
  const { volume24h, closesAt } = "question" in row ? row.question : row.market;
  const gap = "question" in row ? row.question.gap : null;
  return {
    ...toNamed(row),
    price: fromMicros("question" in row ? row.question.price : row.market.yesPrice),
    gap_cents: gap === null ? null : toCents(gap),
    volume_24h: fromCents(volume24h),
    close_time: toIsoOrNull(closesAt),
  };
}

const toRow = (row: BoardRow) => ({ ...toSubject(row), price_change_24h: toPriceOrNull(row.priceChange24h) });

const toResult = (row: BoardResult) => ({
  ...toNamed(row),
  outcome: resultText(row),
  resolved_at: toIso(row.resolvedAt),
});
