/**
 * What may change. `price`: a published figure of a quote. `status`: opened, closed, or another field that
 * rarely changes, such as the title. `listed`: has a price for the first time. `resolved`: the outcome. `match`: a question
 * formed, changed its markets or dissolved. `spread`: the best one of a group. `source`: a pass over a platform ended.
 */
export const CHANGE_TYPES = ["price", "status", "listed", "resolved", "match", "spread", "source"] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** What changes of a market; its subject is the market. */
export const MARKET_CHANGE_TYPES = ["price", "status", "listed", "resolved"] as const satisfies readonly ChangeType[];
export type MarketChangeType = (typeof MARKET_CHANGE_TYPES)[number];
