import type { Context } from "../../context.ts";
import { type FeedEntry, MAX_ENTRIES } from "./feed.ts";
import { subjectOf } from "./subjects.ts";
import { withFigure } from "./text.ts";

interface FeedSearch {
  readonly q: string;
  readonly platform?: string | undefined;
}

/** The open markets with these words that changed last: the best hits would never have a new one among them. */
export async function listFound(context: Context, { q, platform }: FeedSearch): Promise<readonly FeedEntry[]> {
  const query = { text: q, platform, status: "open", minVolume: 0, sort: "updated", order: "desc" } as const;
  const { markets } = await context.store.markets.list(query, { page: 1, size: MAX_ENTRIES });
  return markets.map((market) => {
    const { price, figures, ...subject } = subjectOf(context, { market });
    return { ...subject, title: withFigure(subject.title, price), summary: figures };
  });
}
