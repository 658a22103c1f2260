import type { Context } from "../../context.ts";
import type { Subject } from "../embeds/subject.ts";

/** Rows of the picture. */
const ROWS = 6;

/** What the picture of the whole site shows: what is traded most. */
export async function readSite({ store, clock }: Context, platforms: readonly string[]): Promise<Subject> {
  const { traded } = await store.board.find({ platforms, limit: ROWS, now: clock.now() });
  const rows = traded.map((row) =>
    "question" in row
      ? { label: row.question.title, price: row.question.price, change: null }
      : { label: row.market.title, price: row.market.yesPrice, change: null },
  );
  return {
    title: `Prediction markets of ${platforms.length === 1 ? "one platform" : `${platforms.length} platforms`}, side by side`,
    path: "/",
    isOpen: true,
    ...{ ending: undefined, price: null, change: null, moreRows: 0, readAt: null },
    // One row alone would be drawn as the price of the title.
    rows: rows.length > 1 ? rows : [],
    platforms,
    course: { times: [], lines: [] },
  };
}
