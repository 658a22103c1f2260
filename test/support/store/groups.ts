import { toGroups } from "../../../src/domain/matching/matches.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import { market, page, START } from "./builders.ts";
import { openTestWriter, type TestWriter } from "./writer.ts";

/** A match between the markets of two platforms that have the same id. */
export interface GivenMatch {
  readonly a: string;
  readonly b: string;
  readonly id?: string;
  /** Of the market of `b`, where it has an id of its own. */
  readonly idOfB?: string;
  readonly isInverted?: boolean;
  readonly score?: number;
}

/** Stores matches in place of those that were found, and the groups that follow from them. */
export function group({ db, value, write, writer }: TestWriter, given: readonly GivenMatch[]): void {
  const keyOf = (platform: string, id: string) =>
    Number(value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id));
  const links = given.map(({ a, b, id = "q", idOfB = id, isInverted = false, score = 950_000 }) => {
    const [first, second] = [keyOf(a, id), keyOf(b, idOfB)].toSorted((one, other) => one - other);
    return { a: first ?? 0, b: second ?? 0, score, relation: isInverted ? "inverted" : "same" };
  });
  const markets = [...new Set(links.flatMap(({ a, b }) => [a, b]))].map((marketKey) => ({
    marketKey,
    platform: String(value("SELECT platform FROM markets WHERE market_key = ?", marketKey)),
    eventKey: Number(value("SELECT event_key FROM markets WHERE market_key = ?", marketKey)),
  }));
  const reasons = JSON.stringify(["both by the end of 2026", "only the first says May 2027"]);
  const insert = db.prepare("INSERT INTO matches VALUES (?, ?, ?, ?, ?)");
  write(() => {
    db.exec("DELETE FROM matches; DELETE FROM match_groups; DELETE FROM spreads");
    db.exec("UPDATE questions SET group_key = NULL, generation = (SELECT max(generation) + 1 FROM questions)");
    for (const { a, b, score, relation } of links) insert.run(a, b, score, relation, reasons);
    saveGroups(writer.writing, markets, toGroups(markets, links), START);
  });
}

export const GROUPED_PLATFORMS = ["kalshi", "polymarket", "predictit"] as const;

/** A writer with market "q" of three platforms in one group; that of PredictIt asks the opposite. */
export async function openGrouped(): Promise<TestWriter> {
  const scripts = Object.fromEntries(GROUPED_PLATFORMS.map((id) => [id, { full: [page([market({ id: "q" })])] }]));
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  const [first, ...others] = GROUPED_PLATFORMS;
  group(
    test,
    others.map((b) => ({ a: first, b, isInverted: b === "predictit" })),
  );
  return test;
}
