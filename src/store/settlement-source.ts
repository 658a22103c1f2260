import type { SettlementSource } from "../domain/markets.ts";

/** Reads `settlement_source` of market_descriptions. */
export const parseSettlementSource = (json: string | null): SettlementSource | null =>
  json === null ? null : (JSON.parse(json) as SettlementSource);

export const formatSettlementSource = (source: SettlementSource | null): string | null =>
  source === null ? null : JSON.stringify({ name: source.name, url: source.url });
