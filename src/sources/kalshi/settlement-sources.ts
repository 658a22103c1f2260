import type { SettlementSource } from "../../domain/markets.ts";
import { type JsonFields, toRecords } from "../json-fields.ts";
import { toLink, toName } from "../settlement-sources.ts";

/**
 * The `settlement_sources` of an event as one: all names, and the address where there is only one. Listings have them
 * since 2026; before, only series did (GetSeries in the API's reference).
 */
export function readSettlementSources(event: JsonFields): SettlementSource | null {
  const sources = toRecords(event.settlement_sources);
  const names = new Set(sources.flatMap((source) => toName(source?.name) ?? []));
  const links = new Set(sources.flatMap((source) => toLink(source?.url) ?? []).filter(isForeign));
  const name = names.size === 0 ? null : [...names].join(", ");
  const url = links.size === 1 ? ([...links][0] ?? null) : null;
  return name === null && url === null ? null : { name, url };
}

/** Kalshi gives its own front page for a source without an address. */
const isForeign = (link: string): boolean => !/^https?:\/\/(www\.)?kalshi\.com\/?$/.test(link);
