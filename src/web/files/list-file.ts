import { createHash } from "node:crypto";
import { countLarge } from "../../access/limit.ts";
import { type Context, upgradeUrlOf } from "../../context.ts";
import type { ListEndpoint } from "../../http/paging.ts";
import type { Input, ParameterError, Parameters } from "../../http/parameters.ts";
import type { Caller, Enveloped, Route } from "../../http/route.ts";
import { type Table, toCsvHeader, toCsvRows } from "../../http/tables/table.ts";
import type { PublicPages } from "../page/public-page.ts";
import { defaultsOf, ROWS_PER_PAGE, toFileDocument } from "./file-page.ts";

/** Rows of a file at most. An export has all. */
export const MAX_FILE_ROWS = { withKey: 2_000, withoutKey: 500 } as const;
/**
 * Rows that are read and written at once, as many as the largest answers of the API have; other requests are answered
 * between two steps. With a key, each step counts as a request.
 */
const STEP_ROWS = 200;

interface FileOfList {
  readonly path: string;
  readonly parameters: Parameters;
  check?(input: Partial<Input<Parameters>>): readonly ParameterError[];
  toInput(context: Context, input: Input<Parameters>): Input<Parameters>;
  /** Of a list whose plan visitors may lack: how many rows this one gets; undefined for all. */
  sampleRows?: ((context: Context) => number | undefined) | undefined;
}

/** The first rows of a list as a file. A visitor who has signed in with a key gets more of them, which count as its requests. */
export function listFile(pages: PublicPages, list: ListEndpoint, file: FileOfList): Route {
  const { toInput, sampleRows, ...page } = file;
  const { summary, tier, table } = list;
  if (table === undefined) throw new Error(`${file.path} has no table`);
  return pages.page({
    ...page,
    summary: `${summary}, as a file`,
    tier: sampleRows === undefined ? tier : "open",
    readsKey: true,
    countsKey: true,
    async render(context, input, caller, received) {
      const asked = { ...defaultsOf(list.parameters), ...toInput(context, input) };
      const most = sampleRows?.(context) ?? MAX_FILE_ROWS[caller.key === undefined ? "withoutKey" : "withKey"];
      const readStep = async (slice: FileStep) => {
        const answer = await list.handler(context, { ...asked, page: undefined, ...slice }, caller, received);
        if (!("data" in answer)) throw new Error(`${list.path} has no data`);
        return answer;
      };
      const steps = { most, readStep, nextTurn: context.exports.nextTurn };
      return toFileDocument(
        context,
        table,
        await readText(table, steps, (rows) => countRows(context, pages, caller, rows)),
      );
    },
  });
}

interface FileStep {
  readonly cursor: unknown;
  readonly page_size: number;
}

interface Steps {
  readonly most: number;
  readonly readStep: (slice: FileStep) => Promise<Enveloped>;
  /** Waits until the next step may be made. */
  readonly nextTurn: () => Promise<void>;
}

/** The text of the rows. `count` hears how many there will be before most of them are read. */
async function readText(table: Table, { most, readStep, nextTurn }: Steps, count: (rows: number) => void) {
  const texts: string[] = [];
  const add = (text: string): void => void texts.push(text);
  // The tag is made step by step too: that of all the text at once takes a tenth of a second.
  const digest = createHash("sha256");
  let total = 0;
  let cursor: unknown;
  for (let left = most; left > 0 && cursor !== null; left -= STEP_ROWS) {
    await nextTurn();
    const { data, meta = {} } = await readStep({ cursor, page_size: Math.min(left, STEP_ROWS) });
    const { kind, rows } = table.read(data);
    if (texts.length === 0) {
      total = Number(meta.total);
      count(Math.min(total, most));
      add(toCsvHeader(kind));
    }
    const lines = rows.map((row) => toCsvRows(kind, row)).join("");
    digest.update(`${kind.columns.length} ${lines}`);
    add(lines);
    cursor = meta.next_cursor;
  }
  return { text: texts.join(""), total, etagText: digest.update(`${total}`).digest("base64url") };
}

/** Counts what a file costs beyond the request for it. Throws AppError for a limit that does not suffice. */
function countRows(context: Context, pages: PublicPages, { key, address }: Caller, rows: number): void {
  if (key === undefined) {
    pages.countAs(context, address, Math.ceil(rows / ROWS_PER_PAGE));
    return;
  }
  const { access, clock, site } = context;
  const what = `a file of ${rows.toLocaleString("en-US")} rows`;
  const asked = { requests: Math.max(1, Math.ceil(rows / STEP_ROWS)), what };
  countLarge(access.counters, key, asked, clock.running(), upgradeUrlOf(site));
}
