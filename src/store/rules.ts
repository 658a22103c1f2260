import type { SettlementSource } from "../domain/markets.ts";
import { listRisks, type Risk } from "../domain/matching/risks.ts";
import { type Db, prepare } from "./database/db.ts";

/** By market key; markets without one are missing. */
export interface MarketRules {
  /** The platform's own texts. */
  readonly rules: ReadonlyMap<number, string>;
  /** What the platform names as deciding the outcome. */
  readonly settlementSources: ReadonlyMap<number, SettlementSource>;
}

/** Reads the rules of markets by their keys. */
export function readRules(db: Db, marketKeys: readonly number[]): MarketRules {
  const rules = new Map<number, string>();
  const settlementSources = new Map<number, SettlementSource>();
  const rows = prepare(db, "questions", "rules").all({ keys: JSON.stringify(marketKeys) });
  for (const { marketKey, description, settlementSource } of rows) {
    if (description !== null) rules.set(marketKey, description);
    const source = parseSettlementSource(settlementSource);
    if (source !== null) settlementSources.set(marketKey, source);
  }
  return { rules, settlementSources };
}

/** What these markets settle differently. */
export const risksOf = (
  markets: readonly { readonly platform: string; readonly marketKey: number }[],
  { rules, settlementSources }: MarketRules,
): readonly Risk[] =>
  listRisks(
    markets.map(({ platform, marketKey }) => ({
      platform,
      rules: rules.get(marketKey) ?? null,
      source: settlementSources.get(marketKey),
    })),
  );

/** Reads `settlement_source` of market_descriptions. */
export const parseSettlementSource = (json: string | null): SettlementSource | null =>
  json === null ? null : (JSON.parse(json) as SettlementSource);

export const formatSettlementSource = (source: SettlementSource | null): string | null =>
  source === null ? null : JSON.stringify({ name: source.name, url: source.url });
