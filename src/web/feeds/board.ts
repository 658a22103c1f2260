import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { orientOutcome } from "../../domain/questions/questions.ts";
import type { BoardRow } from "../../store/board/board.ts";
import type { BoardResult } from "../../store/board/results.ts";
import { resultText } from "../board/tables.ts";
import { changeText, stamp } from "../page/figures.ts";
import { dayOf, type FeedEntry, MAX_ENTRIES } from "./feed.ts";
import { subjectOf } from "./subjects.ts";
import { withFigure } from "./text.ts";

/** What the board is asked for. */
interface BoardInput {
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
}

/** The biggest movers of the board. What moves for days has one entry a day, by when it last changed. */
export async function listMovers(context: Context, input: BoardInput): Promise<readonly FeedEntry[]> {
  const { movers } = await findBoard(context, input);
  return movers.map((row) => toMover(context, row));
}

/** The latest results of the board: one of each event. */
export async function listResolved(context: Context, input: BoardInput): Promise<readonly FeedEntry[]> {
  const { results } = await findBoard(context, input);
  return results.map((result) => toResolved(context, result));
}

const findBoard = ({ store, clock }: Context, input: BoardInput) =>
  store.board.find({ ...input, limit: MAX_ENTRIES, now: clock.now() });

function toMover(context: Context, row: BoardRow): FeedEntry {
  const { price, figures, ...subject } = subjectOf(context, row);
  const moved = row.priceChange24h === null ? "" : ` (${changeText(row.priceChange24h)} in 24 h)`;
  return {
    ...subject,
    // A new day is a new entry, and what falls after it rose is news at the same price too.
    news: `${subject.news} ${dayOf(subject.updatedAt)} ${Math.sign(row.priceChange24h ?? 0)}`,
    idParts: ["mover", ...subject.idParts, dayOf(subject.updatedAt)],
    title: withFigure(subject.title, `${price}${moved}`),
    summary: figures,
  };
}

function toResolved(context: Context, result: BoardResult): FeedEntry {
  const { price: _price, figures: _figures, ...subject } = subjectOf(context, result);
  const text = resultText(result);
  const { resolvedAt } = result;
  const outcomes = outcomesOf(result).join(", ");
  return {
    ...subject,
    news: `${subject.title} ${outcomes} ${resolvedAt}`,
    idParts: ["resolved", ...subject.idParts],
    title: withFigure(subject.title, text === "differs" ? "resolved differently by platforms" : `resolved ${text}`),
    summary: `${outcomes}. Resolved ${stamp(resolvedAt)} UTC.`,
    updatedAt: resolvedAt,
    publishedAt: resolvedAt,
  };
}

/** What each platform says, in the direction of the title. */
function outcomesOf(result: BoardResult): readonly string[] {
  if ("market" in result) return [`${getPlatform(result.market.platform).name}: ${resultText(result)}`];
  return result.resolved.map(
    ({ platform, outcome, isInverted }) =>
      `${getPlatform(platform).name}: ${orientOutcome(outcome, isInverted) ?? "unknown"}`,
  );
}
