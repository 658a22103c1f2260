import { hashText, mix } from "./chance.ts";
import type { Edition } from "./topic.ts";

/** The id of an event, or of the outcome of one given its label. */
export type Identify = (edition: Edition, key: string, outcome: string | null) => string;

/** Makes ids in each platform's form. The same keys give the same ids; no id is given twice. */
export function createIdentifier(): Identify {
  const taken = new Set<string>();
  return (edition, key, outcome) => {
    for (let round = 0; ; round++) {
      const id = toId(edition, key, outcome, round);
      const scoped =
        edition.platform === "kalshi" && outcome !== null ? `${edition.ticker}-${id}` : `${edition.platform}/${id}`;
      if (taken.has(scoped)) continue;
      taken.add(scoped);
      return id;
    }
  };
}

function toId(edition: Edition, key: string, outcome: string | null, round: number): string {
  const hash = mix(hashText(key), round);
  const isEvent = outcome === null;
  if (edition.platform === "polymarket")
    return String(isEvent ? 100_000 + (hash % 900_000) : 1_000_000 + (hash % 9_000_000));
  if (edition.platform === "predictit") return String(isEvent ? 8000 + (hash % 2000) : 30_000 + (hash % 70_000));
  if (edition.platform === "manifold") return toLetters(key, round);
  const repeat = round === 0 ? "" : String(round + 1);
  if (isEvent) return `${edition.ticker}${repeat}`;
  return `${
    outcome
      .toUpperCase()
      .replace(/[^A-Z0-9.]/g, "")
      .slice(0, 12) || "YES"
  }${repeat}`;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const toLetters = (key: string, round: number): string =>
  Array.from({ length: 10 }, (_, index) => LETTERS[mix(hashText(key), round * 10 + index) % LETTERS.length]).join("");
