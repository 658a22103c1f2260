// Written by "npm run rows" from sql/schema.sql and sql/queries: run it after a change there.
// Of each statement its parameters, and the names and types of its columns in order.

import type { TierChangeCause } from "../src/domain/accounts/billing.ts";
import type { Tier } from "../src/domain/accounts/plans.ts";
import type { Category } from "../src/domain/categories/names.ts";
import type { MarketStatus, Outcome, PriceSource } from "../src/domain/markets.ts";
import type { ImpliedRelation } from "../src/domain/matching/matches.ts";

export type Value = string | number | null | Uint8Array;

export interface Queries {
  readonly "alerts": {
    readonly listOfKey: {
      readonly parameters: [Readonly<Record<"keyId" | "limit", Value>>];
      readonly columns: [["alertKey", number], ["id", string], ["keyId", string | null], ["name", string], ["rule", string], ["webhookIds", string | null], ["createdAt", number], ["since", number], ["sinceSeq", number], ["expiresAt", number | null], ["endedAt", number | null], ["lastFiredAt", number | null], ["firings", number], ["generation", number]];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Readonly<Record<"id" | "keyId", Value>>];
      readonly columns: [["alertKey", number], ["id", string], ["keyId", string | null], ["name", string], ["rule", string], ["webhookIds", string | null], ["createdAt", number], ["since", number], ["sinceSeq", number], ["expiresAt", number | null], ["endedAt", number | null], ["lastFiredAt", number | null], ["firings", number], ["generation", number]];
      readonly missing: undefined;
    };
    readonly countOfKey: {
      readonly parameters: [Value];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly count: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly insert: {
      readonly parameters: [Readonly<Record<"id" | "keyId" | "name" | "rule" | "webhookIds" | "now" | "expiresAt", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly change: {
      readonly parameters: [Readonly<Record<"name" | "rule" | "webhookIds" | "expiresAt" | "since" | "endedAt" | "alertKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly delete: {
      readonly parameters: [Readonly<Record<"id" | "keyId", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly noteFired: {
      readonly parameters: [Readonly<Record<"at" | "endedAt" | "alertKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listChanged: {
      readonly parameters: [Readonly<Record<"generation", Value>>];
      readonly columns: [["alertKey", number], ["id", string], ["keyId", string | null], ["name", string], ["rule", string], ["webhookIds", string | null], ["createdAt", number], ["since", number], ["sinceSeq", number], ["expiresAt", number | null], ["endedAt", number | null], ["lastFiredAt", number | null], ["firings", number], ["generation", number], ["tier", "free" | "pro" | "enterprise" | null], ["olderAlerts", number]];
      readonly missing: undefined;
    };
    readonly listKeys: {
      readonly parameters: [];
      readonly columns: [["alert_key", number]];
      readonly missing: undefined;
    };
    readonly countFirings: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly listStates: {
      readonly parameters: [Value];
      readonly columns: [["subject", string], ["state", string]];
      readonly missing: undefined;
    };
    readonly saveState: {
      readonly parameters: [Readonly<Record<"alertKey" | "subject" | "state", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteState: {
      readonly parameters: [Readonly<Record<"alertKey" | "subject", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteStates: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly wait: {
      readonly parameters: [Readonly<Record<"type" | "subject", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listWaiting: {
      readonly parameters: [];
      readonly columns: [["type", number], ["subject", number | string]];
      readonly missing: undefined;
    };
    readonly endWaiting: {
      readonly parameters: [Readonly<Record<"type" | "subject", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly subjects: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["category", string], ["url", string], ["status", "open" | "closed"], ["outcome", Outcome | null], ["resolvedAt", number | null], ["yesPrice", number | null], ["volume", number], ["question", string | null], ["lastSeq", number | null], ["previousSeq", number | null], ["backfilledAt", number | null], ["firstSeenAt", number]];
      readonly missing: undefined;
    };
    readonly pointAsOf: {
      readonly parameters: [Readonly<Record<"marketKey" | "seq", Value>>];
      readonly columns: [["at", number], ["close", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly listNamed: {
      readonly parameters: [Readonly<Record<"markets" | "events" | "questions" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly marketsOfQuestion: {
      readonly parameters: [Value];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly currentQuestion: {
      readonly parameters: [Readonly<Record<"questionKey" | "id", Value>>];
      readonly columns: [["id", string], ["isOpposite", 0 | 1]];
      readonly missing: undefined;
    };
    readonly namedSpreads: {
      readonly parameters: [];
      readonly columns: [["type", "same" | "implied" | "event"], ["groupKey", number], ["aMarketKey", number], ["bMarketKey", number], ["eventKey", number]];
      readonly missing: undefined;
    };
    readonly hasEvent: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["value", 1]];
      readonly missing: undefined;
    };
  };
  readonly "analytics": {
    readonly countByBucket: {
      readonly parameters: [Readonly<Record<"platform" | "statuses", Value>>];
      readonly columns: [["bucket", number], ["markets", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly dailyVolumes: {
      readonly parameters: [Readonly<Record<"firstDay" | "lastDay", Value>>];
      readonly columns: [["day", number], ["platform", string], ["volume", number], ["markets", number]];
      readonly missing: undefined;
    };
    readonly recordedSince: {
      readonly parameters: [Readonly<Record<"platform", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly countByCategory: {
      readonly parameters: [Readonly<Record<"platform" | "statuses", Value>>];
      readonly columns: [["category", string], ["markets", number], ["volume", number]];
      readonly missing: undefined;
    };
  };
  readonly "arbitrage": {
    readonly groupsOfMarkets: {
      readonly parameters: [Value];
      readonly columns: [["group_key", number]];
      readonly missing: undefined;
    };
    readonly eventsOfMarkets: {
      readonly parameters: [Value];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly deleteGroupSpreads: {
      readonly parameters: [Readonly<Record<"groupKeys", Value>>];
      readonly columns: [["type", "same" | "implied" | "event"], ["groupKey", number], ["aMarketKey", number], ["bMarketKey", number], ["eventKey", number], ["buyMarketKey", number], ["sellMarketKey", number], ["buyPrice", number], ["sellPrice", number]];
      readonly missing: undefined;
    };
    readonly insertGroupSpreads: {
      readonly parameters: [Readonly<Record<"groupKeys", Value>>];
      readonly columns: [["type", "same" | "implied" | "event"], ["groupKey", number], ["aMarketKey", number], ["bMarketKey", number], ["eventKey", number], ["buyMarketKey", number], ["sellMarketKey", number], ["buyPrice", number], ["sellPrice", number]];
      readonly missing: undefined;
    };
    readonly deleteImpliedSpreads: {
      readonly parameters: [Readonly<Record<"marketKeys", Value>>];
      readonly columns: [["type", "same" | "implied" | "event"], ["groupKey", number], ["aMarketKey", number], ["bMarketKey", number], ["eventKey", number], ["buyMarketKey", number], ["sellMarketKey", number], ["buyPrice", number], ["sellPrice", number]];
      readonly missing: undefined;
    };
    readonly insertImpliedSpreads: {
      readonly parameters: [Readonly<Record<"marketKeys", Value>>];
      readonly columns: [["type", "same" | "implied" | "event"], ["groupKey", number], ["aMarketKey", number], ["bMarketKey", number], ["eventKey", number], ["buyMarketKey", number], ["sellMarketKey", number], ["buyPrice", number], ["sellPrice", number]];
      readonly missing: undefined;
    };
    readonly deleteEventSpreads: {
      readonly parameters: [Readonly<Record<"eventKeys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly insertEventSpreads: {
      readonly parameters: [Readonly<Record<"eventKeys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly groupKeys: {
      readonly parameters: [];
      readonly columns: [["group_key", number]];
      readonly missing: undefined;
    };
    readonly impliedKeys: {
      readonly parameters: [];
      readonly columns: [["a_market_key", number]];
      readonly missing: undefined;
    };
    readonly exclusiveEvents: {
      readonly parameters: [];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly outcomes: {
      readonly parameters: [Readonly<Record<"eventKeys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number | null], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null], ["eventKey", number]];
      readonly missing: undefined;
    };
    readonly eventsByKeys: {
      readonly parameters: [Readonly<Record<"eventKeys", Value>>];
      readonly columns: [["eventKey", number], ["platform", string], ["id", string], ["title", string], ["category", Category]];
      readonly missing: undefined;
    };
  };
  readonly "backfills": {
    readonly findTarget: {
      readonly parameters: [Value, Value];
      readonly columns: [["marketKey", number], ["id", string], ["eventId", string], ["historyKey", string | null], ["createdAt", number | null], ["status", "complete" | "unavailable" | null], ["triedAt", number | null]];
      readonly missing: undefined;
    };
    readonly save: {
      readonly parameters: [Readonly<Record<"marketKey" | "status" | "triedAt" | "observedFrom", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "billing": {
    readonly findCheckout: {
      readonly parameters: [Value];
      readonly columns: [["keyId", string], ["sessionId", string], ["priceId", string | null], ["isOpen", 0 | 1]];
      readonly missing: undefined;
    };
    readonly findCheckoutOf: {
      readonly parameters: [Value];
      readonly columns: [["keyId", string], ["sessionId", string], ["priceId", string | null], ["isOpen", 0 | 1]];
      readonly missing: undefined;
    };
    readonly saveCheckout: {
      readonly parameters: [Readonly<Record<"keyId" | "sessionId" | "priceId", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly closeCheckout: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listToClose: {
      readonly parameters: [];
      readonly columns: [["sessionId", string]];
      readonly missing: undefined;
    };
    readonly findSubscription: {
      readonly parameters: [Value];
      readonly columns: [["subscriptionId", string], ["keyId", string], ["customerId", string | null], ["status", "live" | "unpaid" | "moved" | "ended"], ["priceId", string | null], ["isUnwanted", 0 | 1], ["paidUntil", number | null]];
      readonly missing: undefined;
    };
    readonly listOfKey: {
      readonly parameters: [Value];
      readonly columns: [["subscriptionId", string], ["keyId", string], ["customerId", string | null], ["status", "live" | "unpaid" | "moved" | "ended"], ["priceId", string | null], ["isUnwanted", 0 | 1], ["paidUntil", number | null]];
      readonly missing: undefined;
    };
    readonly listOfCustomer: {
      readonly parameters: [Value];
      readonly columns: [["subscriptionId", string], ["keyId", string], ["status", "live" | "unpaid" | "moved" | "ended"]];
      readonly missing: undefined;
    };
    readonly listRunning: {
      readonly parameters: [Value];
      readonly columns: [["subscriptionId", string]];
      readonly missing: undefined;
    };
    readonly listToCancel: {
      readonly parameters: [];
      readonly columns: [["subscriptionId", string]];
      readonly missing: undefined;
    };
    readonly listPrices: {
      readonly parameters: [];
      readonly columns: [["price_id", string]];
      readonly missing: undefined;
    };
    readonly saveSubscription: {
      readonly parameters: [Readonly<Record<"subscriptionId" | "keyId" | "customerId" | "status" | "priceId" | "isUnwanted" | "paidUntil", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly cancelOfKey: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly insertTierChange: {
      readonly parameters: [Readonly<Record<"keyId" | "from" | "to" | "cause" | "eventId" | "now", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listTierChanges: {
      readonly parameters: [Value];
      readonly columns: [["from", Tier], ["to", Tier], ["cause", TierChangeCause], ["eventId", string | null], ["changedAt", number]];
      readonly missing: undefined;
    };
  };
  readonly "books": {
    readonly listLegs: {
      readonly parameters: [Readonly<Record<"marketKeys" | "lookedAt" | "isDue" | "fetchedSince" | "now", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["historyKey", string | null]];
      readonly missing: undefined;
    };
    readonly openKeys: {
      readonly parameters: [Readonly<Record<"names", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly save: {
      readonly parameters: [Readonly<Record<"marketKey" | "fetchedAt" | "bids" | "asks", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOld: {
      readonly parameters: [Readonly<Record<"fetchedSince" | "now", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly ofMarket: {
      readonly parameters: [Readonly<Record<"marketKey" | "now", Value>>];
      readonly columns: [["bids", string], ["asks", string], ["fetchedAt", number]];
      readonly missing: undefined;
    };
  };
  readonly "candidates": {
    readonly clear: {
      readonly parameters: [];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly add: {
      readonly parameters: [Readonly<Record<"marketKey" | "platform" | "keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly remove: {
      readonly parameters: [Readonly<Record<"keys" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Readonly<Record<"keys" | "platform" | "most", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly listShared: {
      readonly parameters: [Readonly<Record<"from" | "to" | "most", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
  };
  readonly "catalogue": {
    readonly findEvent: {
      readonly parameters: [Value, Value];
      readonly columns: [["eventKey", number], ["id", string], ["title", string], ["category", Category], ["description", string | null], ["url", string], ["imageUrl", string | null], ["startsAt", number | null], ["endsAt", number | null], ["tags", string], ["liquidity", number | null], ["isExclusive", 0 | 1 | null], ["isPartial", 0 | 1]];
      readonly missing: undefined;
    };
    readonly listEventsAfter: {
      readonly parameters: [Readonly<Record<"eventKey" | "limit", Value>>];
      readonly columns: [["eventKey", number], ["platform", string], ["id", string], ["title", string], ["category", Category], ["description", string | null], ["url", string], ["imageUrl", string | null], ["startsAt", number | null], ["endsAt", number | null], ["tags", string], ["liquidity", number | null], ["isExclusive", 0 | 1 | null], ["isPartial", 0 | 1]];
      readonly missing: undefined;
    };
    readonly findCategoryOfFamily: {
      readonly parameters: [Readonly<Record<"platform" | "from" | "to", Value>>];
      readonly columns: [["category", Category]];
      readonly missing: undefined;
    };
    readonly insertEvent: {
      readonly parameters: [Readonly<Record<"platform" | "id" | "title" | "category" | "description" | "url" | "imageUrl" | "startsAt" | "endsAt" | "tags" | "liquidity" | "isExclusive" | "isPartial" | "now", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly insertTotals: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly updateEvent: {
      readonly parameters: [Readonly<Record<"title" | "category" | "description" | "url" | "imageUrl" | "startsAt" | "endsAt" | "tags" | "liquidity" | "isExclusive" | "isPartial" | "now" | "eventKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly findTotals: {
      readonly parameters: [Value];
      readonly columns: [["platform", string], ["category", Category], ["status", MarketStatus], ["marketCount", number], ["openMarketCount", number], ["volume", number], ["volume24h", number]];
      readonly missing: never;
    };
    readonly updateTotals: {
      readonly parameters: [Readonly<Record<"marketCount" | "openMarketCount" | "volume" | "volume24h" | "eventKey", Value>>];
      readonly columns: [["status", MarketStatus]];
      readonly missing: never;
    };
    readonly addToEventCounts: {
      readonly parameters: [Readonly<Record<"platform" | "category" | "status" | "events", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listClosed: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly unlistClosed: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly markMissing: {
      readonly parameters: [Readonly<Record<"now" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly addToMarketCounts: {
      readonly parameters: [Readonly<Record<"platform" | "category" | "status" | "bucket" | "markets" | "volume", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly findDescription: {
      readonly parameters: [Value];
      readonly columns: [["description", string], ["textVersion", number]];
      readonly missing: undefined;
    };
    readonly saveDescription: {
      readonly parameters: [Readonly<Record<"marketKey" | "description" | "settlementSource" | "changedAt" | "textVersion", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listKeysOfEvent: {
      readonly parameters: [Value];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly listExpected: {
      readonly parameters: [Readonly<Record<"platform" | "status", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly listIds: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["id", string], ["eventId", string]];
      readonly missing: undefined;
    };
    readonly listPassedClose: {
      readonly parameters: [Readonly<Record<"now" | "limit", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly listPriced: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["yesPrice", number], ["volume", number], ["createdAt", number | null]];
      readonly missing: undefined;
    };
  };
  readonly "change-log": {
    readonly add: {
      readonly parameters: [Readonly<Record<"at" | "type" | "subjects", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly markPriced: {
      readonly parameters: [Readonly<Record<"after", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly markStatus: {
      readonly parameters: [Readonly<Record<"after", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly addStart: {
      readonly parameters: [Readonly<Record<"gap" | "at", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly firstSeq: {
      readonly parameters: [];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly lastSeq: {
      readonly parameters: [];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly hasSeq: {
      readonly parameters: [Value];
      readonly columns: [["value", 1]];
      readonly missing: undefined;
    };
    readonly seqAfter: {
      readonly parameters: [Value, Value];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly count: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly deleteOldest: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly changesAfter: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["seq", number], ["at", number], ["type", number], ["subject", number | string | null]];
      readonly missing: undefined;
    };
    readonly eventIds: {
      readonly parameters: [Value];
      readonly columns: [["eventKey", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly marketsByKeys: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number | null], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null], ["settlementPrice", number | null], ["resolvedAt", number | null], ["priceSeq", number | null], ["statusSeq", number | null], ["questionKey", number | null]];
      readonly missing: undefined;
    };
    readonly questionIds: {
      readonly parameters: [Value];
      readonly columns: [["questionKey", number], ["id", string]];
      readonly missing: undefined;
    };
  };
  readonly "changes": {
    readonly recentOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["at", number], ["price", number]];
      readonly missing: undefined;
    };
    readonly archivedAt: {
      readonly parameters: [Readonly<Record<"keys" | "moments", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: undefined;
    };
    readonly nextAfter: {
      readonly parameters: [Readonly<Record<"at" | "keys", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: undefined;
    };
  };
  readonly "criteria": {
    readonly findResolved: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["createdAt", number | null], ["closesAt", number | null], ["resolvedAt", number]];
      readonly missing: undefined;
    };
    readonly save: {
      readonly parameters: [Readonly<Record<"marketKey" | "endedAt" | "life_25" | "life_50" | "life_75" | "life_mean" | "last" | "1h" | "4h" | "12h" | "1d" | "3d" | "7d" | "14d" | "30d" | "60d" | "90d" | "180d", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Value];
      readonly columns: [["endedAt", number], ["life_25", number | null], ["life_50", number | null], ["life_75", number | null], ["life_mean", number | null], ["last", number | null], ["1h", number | null], ["4h", number | null], ["12h", number | null], ["1d", number | null], ["3d", number | null], ["7d", number | null], ["14d", number | null], ["30d", number | null], ["60d", number | null], ["90d", number | null], ["180d", number | null]];
      readonly missing: undefined;
    };
    readonly saveAgain: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listMarketsAfter: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["isResolved", 0 | 1]];
      readonly missing: undefined;
    };
    readonly listUnpriced: {
      readonly parameters: [Readonly<Record<"platform" | "after" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["id", string], ["eventId", string], ["historyKey", string | null], ["createdAt", number | null], ["closesAt", number | null], ["resolvedAt", number], ["isWanted", 0 | 1]];
      readonly missing: undefined;
    };
    readonly listSince: {
      readonly parameters: [Readonly<Record<"seq" | "limit", Value>>];
      readonly columns: [["seq", number], ["marketKey", number], ["platform", string], ["category", string], ["eventKey", number], ["outcome", Outcome | null], ["volume", number], ["createdAt", number | null], ["endedAt", number], ["life_25", number | null], ["life_50", number | null], ["life_75", number | null], ["life_mean", number | null], ["last", number | null], ["1h", number | null], ["4h", number | null], ["12h", number | null], ["1d", number | null], ["3d", number | null], ["7d", number | null], ["14d", number | null], ["30d", number | null], ["60d", number | null], ["90d", number | null], ["180d", number | null]];
      readonly missing: undefined;
    };
    readonly listMatched: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["questionId", string], ["isInverted", 0 | 1], ["platform", string], ["id", string], ["title", string], ["url", string], ["outcome", "yes" | "no"]];
      readonly missing: undefined;
    };
  };
  readonly "deliveries": {
    readonly listEnabled: {
      readonly parameters: [Value];
      readonly columns: [["webhookKey", number], ["id", string], ["nextAt", number | null]];
      readonly missing: undefined;
    };
    readonly enqueue: {
      readonly parameters: [Readonly<Record<"webhookKey" | "messageId" | "alertId" | "type" | "body" | "at", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly isFull: {
      readonly parameters: [Readonly<Record<"webhookKey" | "skip" | "after", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly hold: {
      readonly parameters: [Readonly<Record<"webhookKey" | "alertId" | "at", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listHeld: {
      readonly parameters: [Readonly<Record<"before", Value>>];
      readonly columns: [["webhookKey", number], ["webhookId", string], ["keyId", string | null], ["alertId", string], ["name", string], ["messages", number], ["since", number]];
      readonly missing: undefined;
    };
    readonly endHeld: {
      readonly parameters: [Readonly<Record<"webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly disableOverfull: {
      readonly parameters: [Readonly<Record<"skip", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly wake: {
      readonly parameters: [Readonly<Record<"webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listDue: {
      readonly parameters: [Readonly<Record<"now" | "isFailing" | "limit", Value>>];
      readonly columns: [["webhookKey", number]];
      readonly missing: undefined;
    };
    readonly findNext: {
      readonly parameters: [Readonly<Record<"webhookKey" | "now", Value>>];
      readonly columns: [["deliveryKey", number], ["messageId", string], ["type", string], ["body", string], ["tries", number], ["webhookKey", number], ["keyId", string | null], ["target", "webhook" | "ntfy" | "discord" | "slack" | "telegram" | "email"], ["address", string], ["chatId", string | null], ["token", string | null], ["secret", string | null], ["previousSecret", string | null], ["previousExpiresAt", number | null]];
      readonly missing: undefined;
    };
    readonly findTried: {
      readonly parameters: [Readonly<Record<"deliveryKey", Value>>];
      readonly columns: [["webhookKey", number], ["status", "waiting" | "delivered" | "failed"], ["tries", number], ["state", "enabled" | "unconfirmed" | "disabled" | "ended"], ["failures", number], ["failingSince", number | null]];
      readonly missing: undefined;
    };
    readonly insertAttempt: {
      readonly parameters: [Readonly<Record<"deliveryKey" | "at" | "durationMs" | "outcome" | "statusCode" | "answer", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly saveTried: {
      readonly parameters: [Readonly<Record<"status" | "tries" | "nextAt" | "deliveryKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly saveResult: {
      readonly parameters: [Readonly<Record<"failures" | "failingSince" | "heldUntil" | "state" | "reason" | "webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly replay: {
      readonly parameters: [Readonly<Record<"webhookKey" | "messageId", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Readonly<Record<"webhookKey" | "messageId", Value>>];
      readonly columns: [["deliveryKey", number], ["id", string], ["alertId", string | null], ["type", string], ["status", "waiting" | "delivered" | "failed"], ["nextAt", number], ["createdAt", number], ["title", string | null]];
      readonly missing: undefined;
    };
    readonly listBefore: {
      readonly parameters: [Readonly<Record<"webhookKey" | "before" | "limit", Value>>];
      readonly columns: [["deliveryKey", number], ["id", string], ["alertId", string | null], ["type", string], ["status", "waiting" | "delivered" | "failed"], ["nextAt", number], ["createdAt", number], ["title", string | null]];
      readonly missing: undefined;
    };
    readonly listAttempts: {
      readonly parameters: [Readonly<Record<"deliveryKey", Value>>];
      readonly columns: [["at", number], ["durationMs", number], ["outcome", "delivered" | "refused" | "timeout" | "unreachable" | "forbidden"], ["statusCode", number | null], ["answer", string]];
      readonly missing: undefined;
    };
    readonly count: {
      readonly parameters: [];
      readonly columns: [["waiting", number], ["oldestAt", number | null]];
      readonly missing: never;
    };
    readonly deleteOld: {
      readonly parameters: [Readonly<Record<"before" | "limit", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOfWebhook: {
      readonly parameters: [Readonly<Record<"webhookKey" | "limit", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "detail": {
    readonly byId: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number | null], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null], ["latestClosesAt", number | null], ["feeSource", "market" | "event" | "series" | "platform"], ["description", string | null], ["settlementSource", string | null], ["rulesChangedAt", number | null]];
      readonly missing: undefined;
    };
    readonly matches: {
      readonly parameters: [Readonly<Record<"marketKey" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["score", number], ["relation", string], ["reasons", string], ["isFirst", 0 | 1]];
      readonly missing: undefined;
    };
    readonly related: {
      readonly parameters: [Readonly<Record<"marketKey" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["score", number], ["relation", string], ["reasons", string], ["isFirst", 0 | 1]];
      readonly missing: undefined;
    };
    readonly byKey: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null]];
      readonly missing: undefined;
    };
  };
  readonly "event-lookups": {
    readonly listDue: {
      readonly parameters: [Readonly<Record<"platform" | "now" | "limit", Value>>];
      readonly columns: [["eventKey", number], ["id", string], ["lookups", number]];
      readonly missing: undefined;
    };
    readonly listMarketIds: {
      readonly parameters: [Readonly<Record<"eventKey", Value>>];
      readonly columns: [["id", string]];
      readonly missing: undefined;
    };
    readonly postpone: {
      readonly parameters: [Readonly<Record<"dueAt" | "lookups" | "eventKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "events": {
    readonly byKeys: {
      readonly parameters: [Value];
      readonly columns: [["platform", string], ["id", string], ["title", string], ["category", Category], ["status", MarketStatus], ["imageUrl", string | null], ["url", string], ["marketCount", number], ["totalVolume", number], ["volume24h", number], ["liquidity", number | null], ["startsAt", number | null], ["endsAt", number | null], ["tags", string]];
      readonly missing: undefined;
    };
    readonly byId: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["platform", string], ["id", string], ["title", string], ["category", Category], ["status", MarketStatus], ["imageUrl", string | null], ["url", string], ["marketCount", number], ["totalVolume", number], ["volume24h", number], ["liquidity", number | null], ["startsAt", number | null], ["endsAt", number | null], ["tags", string], ["eventKey", number], ["description", string | null], ["isExclusive", 0 | 1 | null], ["hasAllOutcomes", 0 | 1]];
      readonly missing: undefined;
    };
    readonly byKey: {
      readonly parameters: [Readonly<Record<"eventKey", Value>>];
      readonly columns: [["platform", string], ["id", string], ["title", string], ["category", Category], ["status", MarketStatus], ["imageUrl", string | null], ["url", string], ["marketCount", number], ["totalVolume", number], ["volume24h", number], ["liquidity", number | null], ["startsAt", number | null], ["endsAt", number | null], ["tags", string]];
      readonly missing: never;
    };
    readonly storedPlatforms: {
      readonly parameters: [];
      readonly columns: [["platform", string]];
      readonly missing: undefined;
    };
  };
  readonly "export": {
    readonly marketKeys: {
      readonly parameters: [Readonly<Record<"platform" | "after", Value>>];
      readonly columns: [["key", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly resolvedKeys: {
      readonly parameters: [Readonly<Record<"platform" | "after", Value>>];
      readonly columns: [["key", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly markets: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["id", string], ["title", string], ["platform", string], ["yesPrice", number | null], ["volume", number], ["volume24h", number], ["status", "open" | "closed"], ["url", string], ["updatedAt", number], ["eventId", string], ["eventTitle", string], ["outcomeLabel", string | null], ["category", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["bestBid", number | null], ["bestAsk", number | null], ["lastPrice", number | null], ["priceSource", PriceSource | null], ["liquidity", number | null], ["openInterest", number | null], ["createdAt", number | null], ["outcome", Outcome | null], ["settlementPrice", number | null], ["resolvedAt", number | null], ["description", string | null]];
      readonly missing: undefined;
    };
    readonly resolved: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["id", string], ["title", string], ["platform", string], ["yesPrice", number | null], ["volume", number], ["volume24h", number], ["status", "open" | "closed"], ["url", string], ["updatedAt", number], ["eventId", string], ["eventTitle", string], ["outcomeLabel", string | null], ["category", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["bestBid", number | null], ["bestAsk", number | null], ["lastPrice", number | null], ["priceSource", PriceSource | null], ["liquidity", number | null], ["openInterest", number | null], ["createdAt", number | null], ["outcome", Outcome | null], ["settlementPrice", number | null], ["resolvedAt", number | null], ["description", string | null], ["lastPriceBeforeClose", number | null], ["price1hBefore", number | null], ["price4hBefore", number | null], ["price12hBefore", number | null], ["price1dBefore", number | null], ["price3dBefore", number | null], ["price7dBefore", number | null], ["price14dBefore", number | null], ["price30dBefore", number | null], ["price60dBefore", number | null], ["price90dBefore", number | null], ["price180dBefore", number | null], ["priceAt25Percent", number | null], ["priceAt50Percent", number | null], ["priceAt75Percent", number | null], ["priceTimeAverage", number | null]];
      readonly missing: undefined;
    };
    readonly eventKeys: {
      readonly parameters: [Readonly<Record<"platform" | "after", Value>>];
      readonly columns: [["key", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly events: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["platform", string], ["id", string], ["title", string], ["category", Category], ["status", MarketStatus], ["imageUrl", string | null], ["url", string], ["marketCount", number], ["totalVolume", number], ["volume24h", number], ["liquidity", number | null], ["startsAt", number | null], ["endsAt", number | null], ["tags", string], ["description", string | null]];
      readonly missing: undefined;
    };
    readonly historyMarkets: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly questionKeys: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["questionKey", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly keysOfQuestions: {
      readonly parameters: [Readonly<Record<"ids", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly matches: {
      readonly parameters: [];
      readonly columns: [["aPlatform", string], ["aId", string], ["aTitle", string], ["bPlatform", string], ["bId", string], ["bTitle", string], ["score", number], ["relation", "same" | "inverted" | "related"], ["reasons", string]];
      readonly missing: undefined;
    };
  };
  readonly "groups": {
    readonly members: {
      readonly parameters: [Readonly<Record<"groupKeys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number | null], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["groupKey", number], ["isInverted", 0 | 1], ["questionId", string]];
      readonly missing: undefined;
    };
    readonly byMarketKeys: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number | null], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null]];
      readonly missing: undefined;
    };
    readonly impliedPair: {
      readonly parameters: [Readonly<Record<"a" | "b", Value>>];
      readonly columns: [["relation", ImpliedRelation], ["score", number], ["reasons", string]];
      readonly missing: undefined;
    };
    readonly links: {
      readonly parameters: [Readonly<Record<"groupKeys", Value>>];
      readonly columns: [["groupKey", number], ["a", number], ["b", number], ["score", number], ["reasons", string]];
      readonly missing: undefined;
    };
  };
  readonly "history": {
    readonly append: {
      readonly parameters: [Value, Value, Value, Value, Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly insertPoint: {
      readonly parameters: [Value, Value, Value, Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly firstRecent: {
      readonly parameters: [];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly lastRecent: {
      readonly parameters: [];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly listRecent: {
      readonly parameters: [Readonly<Record<"first" | "last", Value>>];
      readonly columns: [["seq", number], ["marketKey", number]];
      readonly missing: undefined;
    };
    readonly foldPoint: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteFolded: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly lastMarketOfStep: {
      readonly parameters: [Readonly<Record<"after" | "markets", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly rollUpPoints: {
      readonly parameters: [Readonly<Record<"after" | "last" | "before", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteRolledUp: {
      readonly parameters: [Readonly<Record<"after" | "last" | "before", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly rollUpCandles: {
      readonly parameters: [Readonly<Record<"after" | "last" | "before", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteCandles: {
      readonly parameters: [Readonly<Record<"after" | "last" | "before", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "judge": {
    readonly listDue: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["a", number], ["b", number]];
      readonly missing: undefined;
    };
    readonly textsOf: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [["value", string]];
      readonly missing: never;
    };
    readonly findByTexts: {
      readonly parameters: [Readonly<Record<"texts", Value>>];
      readonly columns: [["verdict", "same" | "inverted" | "different" | "unsure"], ["sentence", string]];
      readonly missing: undefined;
    };
    readonly save: {
      readonly parameters: [Readonly<Record<"a" | "b" | "texts" | "verdict" | "sentence" | "model", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Readonly<Record<"a" | "b", Value>>];
      readonly columns: [["verdict", "same" | "inverted" | "different" | "unsure"], ["sentence", string], ["model", string]];
      readonly missing: undefined;
    };
    readonly outdate: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly countAgreed: {
      readonly parameters: [];
      readonly columns: [["agreed", number], ["decided", number]];
      readonly missing: never;
    };
  };
  readonly "keys": {
    readonly insert: {
      readonly parameters: [Readonly<Record<"id" | "parentId" | "keyPrefix" | "name" | "email" | "tier" | "perMinute" | "perDay" | "perMonth" | "createdAt" | "origin", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly insertSecret: {
      readonly parameters: [Readonly<Record<"digest" | "id" | "createdAt", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly endRetiringSecrets: {
      readonly parameters: [Readonly<Record<"id" | "now", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly retireSecret: {
      readonly parameters: [Readonly<Record<"expiresAt" | "id", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly forgetSecrets: {
      readonly parameters: [Readonly<Record<"id" | "keep", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly savePrefix: {
      readonly parameters: [Readonly<Record<"keyPrefix" | "id", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly revoke: {
      readonly parameters: [Readonly<Record<"now" | "id", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly setTier: {
      readonly parameters: [Readonly<Record<"tier" | "perMinute" | "perDay" | "perMonth" | "id", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly touch: {
      readonly parameters: [Readonly<Record<"lastUsedAt" | "id", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Value];
      readonly columns: [["id", string], ["parentId", string | null], ["keyPrefix", string], ["name", string], ["email", string], ["tier", "free" | "pro" | "enterprise"], ["perMinute", number | null], ["perDay", number | null], ["perMonth", number | null], ["createdAt", number], ["revokedAt", number | null], ["lastUsedAt", number | null]];
      readonly missing: undefined;
    };
    readonly listAfter: {
      readonly parameters: [Readonly<Record<"createdAt" | "id" | "limit", Value>>];
      readonly columns: [["id", string], ["parentId", string | null], ["keyPrefix", string], ["name", string], ["email", string], ["tier", "free" | "pro" | "enterprise"], ["perMinute", number | null], ["perDay", number | null], ["perMonth", number | null], ["createdAt", number], ["revokedAt", number | null], ["lastUsedAt", number | null]];
      readonly missing: undefined;
    };
    readonly listNewest: {
      readonly parameters: [Readonly<Record<"createdAt" | "id" | "limit", Value>>];
      readonly columns: [["id", string], ["parentId", string | null], ["keyPrefix", string], ["name", string], ["email", string], ["tier", "free" | "pro" | "enterprise"], ["perMinute", number | null], ["perDay", number | null], ["perMonth", number | null], ["createdAt", number], ["revokedAt", number | null], ["lastUsedAt", number | null]];
      readonly missing: undefined;
    };
    readonly count: {
      readonly parameters: [];
      readonly columns: [["keys", number], ["revoked", number]];
      readonly missing: never;
    };
    readonly lastChange: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly listChanged: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["id", string], ["parentId", string | null], ["keyPrefix", string], ["name", string], ["email", string], ["tier", "free" | "pro" | "enterprise"], ["perMinute", number | null], ["perDay", number | null], ["perMonth", number | null], ["createdAt", number], ["revokedAt", number | null], ["lastUsedAt", number | null], ["seq", number]];
      readonly missing: undefined;
    };
    readonly listSecrets: {
      readonly parameters: [Value];
      readonly columns: [["digest", Buffer], ["expiresAt", number | null]];
      readonly missing: undefined;
    };
    readonly countCreations: {
      readonly parameters: [Readonly<Record<"origin" | "after" | "before", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly findCreation: {
      readonly parameters: [Readonly<Record<"origin" | "after" | "before" | "skip", Value>>];
      readonly columns: [["created_at", number]];
      readonly missing: undefined;
    };
  };
  readonly "lane": {
    readonly listOpen: {
      readonly parameters: [Readonly<Record<"ids" | "platform", Value>>];
      readonly columns: [["marketKey", number], ["id", string], ["historyKey", string | null]];
      readonly missing: undefined;
    };
    readonly listNamed: {
      readonly parameters: [Readonly<Record<"markets" | "events" | "questions" | "limit", Value>>];
      readonly columns: [["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly note: {
      readonly parameters: [Readonly<Record<"platform" | "readAt" | "marketKeys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOthers: {
      readonly parameters: [Readonly<Record<"platform" | "ids", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteAllReads: {
      readonly parameters: [];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly findReadAt: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [["read_at", number]];
      readonly missing: undefined;
    };
    readonly listReads: {
      readonly parameters: [Readonly<Record<"platform" | "since", Value>>];
      readonly columns: [["marketKey", number], ["readAt", number]];
      readonly missing: undefined;
    };
    readonly summarize: {
      readonly parameters: [Readonly<Record<"platform", Value>>];
      readonly columns: [["markets", number], ["oldestAt", number | null]];
      readonly missing: never;
    };
  };
  readonly "links": {
    readonly eventOfUrl: {
      readonly parameters: [Value];
      readonly columns: [["eventKey", number], ["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly eventOfId: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["eventKey", number], ["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly marketOfId: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly marketsOfEvent: {
      readonly parameters: [Value];
      readonly columns: [["platform", string], ["id", string], ["url", string]];
      readonly missing: undefined;
    };
    readonly marketsBelow: {
      readonly parameters: [Readonly<Record<"from" | "to" | "statuses", Value>>];
      readonly columns: [["platform", string], ["id", string], ["url", string]];
      readonly missing: undefined;
    };
    readonly idsFrom: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["id", string]];
      readonly missing: undefined;
    };
    readonly idsBefore: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["id", string]];
      readonly missing: undefined;
    };
  };
  readonly "markets": {
    readonly byKeys: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null]];
      readonly missing: undefined;
    };
    readonly ofEventByKeys: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null], ["outcomeLabel", string | null]];
      readonly missing: undefined;
    };
    readonly resolvedByKeys: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["eventId", string], ["title", string], ["eventTitle", string], ["category", string], ["status", "open" | "closed"], ["yesPrice", number], ["bestBid", number | null], ["bestAsk", number | null], ["priceSource", PriceSource | null], ["volume", number], ["volume24h", number], ["url", string], ["closesAt", number | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["updatedAt", number], ["outcome", Outcome | null], ["questionId", string | null], ["eventKey", number], ["settlementPrice", number | null], ["resolvedAt", number], ["lastPriceBeforeClose", number | null], ["price1hBefore", number | null], ["price4hBefore", number | null], ["price12hBefore", number | null], ["price1dBefore", number | null], ["price3dBefore", number | null], ["price7dBefore", number | null], ["price14dBefore", number | null], ["price30dBefore", number | null], ["price60dBefore", number | null], ["price90dBefore", number | null], ["price180dBefore", number | null], ["priceAt25Percent", number | null], ["priceAt50Percent", number | null], ["priceAt75Percent", number | null], ["priceTimeAverage", number | null]];
      readonly missing: undefined;
    };
    readonly keysOfIds: {
      readonly parameters: [Value];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly keysOfEventKey: {
      readonly parameters: [Value];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
  };
  readonly "match-reports": {
    readonly count: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly countOfOrigin: {
      readonly parameters: [Readonly<Record<"origin", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly save: {
      readonly parameters: [Readonly<Record<"questionId" | "platform" | "id" | "otherPlatform" | "otherId" | "note" | "origin" | "at", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly list: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["questionId", string], ["aPlatform", string], ["aId", string], ["bPlatform", string], ["bId", string], ["note", string], ["reportedAt", number], ["aTitle", string | null], ["bTitle", string | null]];
      readonly missing: undefined;
    };
    readonly deleteOfPair: {
      readonly parameters: [Readonly<Record<"platform" | "id" | "otherPlatform" | "otherId", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "matches": {
    readonly countQueued: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly countStage: {
      readonly parameters: [Readonly<Record<"stage", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly count: {
      readonly parameters: [];
      readonly columns: [["questions", number], ["matches", number], ["groups", number]];
      readonly missing: never;
    };
    readonly countMatches: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly listStage: {
      readonly parameters: [Readonly<Record<"stage" | "after" | "limit", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly queue: {
      readonly parameters: [Readonly<Record<"stage" | "keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly dequeue: {
      readonly parameters: [Readonly<Record<"stage" | "keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly dequeueRange: {
      readonly parameters: [Readonly<Record<"stage" | "first" | "last", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly queueEligible: {
      readonly parameters: [Readonly<Record<"stage" | "first" | "last" | "updatedAfter", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly largestMarket: {
      readonly parameters: [];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly listQuestions: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["title", string], ["outcomeLabel", string | null], ["eventTitle", string], ["eventNote", string | null], ["url", string], ["closesAt", number | null], ["createdAt", number | null], ["status", "open" | "closed"], ["updatedAt", number], ["description", string | null], ["rulesCrc", number], ["stored", string | null]];
      readonly missing: undefined;
    };
    readonly findRules: {
      readonly parameters: [Value];
      readonly columns: [["description", string]];
      readonly missing: undefined;
    };
    readonly listPropositionsOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["words", string], ["context", string], ["entity", string], ["dates", string], ["numbers", string], ["facets", string], ["hints", string], ["isNegated", 0 | 1], ["closesAt", number | null], ["names", string], ["years", string], ["ruleWords", string]];
      readonly missing: undefined;
    };
    readonly listPropositions: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["words", string], ["context", string], ["entity", string], ["dates", string], ["numbers", string], ["facets", string], ["hints", string], ["isNegated", 0 | 1], ["closesAt", number | null], ["names", string], ["years", string], ["ruleWords", string]];
      readonly missing: undefined;
    };
    readonly saveProposition: {
      readonly parameters: [Readonly<Record<"marketKey" | "platform" | "words" | "context" | "entity" | "dates" | "numbers" | "facets" | "hints" | "isNegated" | "closesAt" | "names" | "years" | "ruleWords" | "rulesCrc", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteProposition: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listKeyed: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["market_key", number], ["platform", string], ["words", string], ["numbers", string], ["facets", string], ["hints", string], ["rule_words", string]];
      readonly missing: undefined;
    };
    readonly listKeyedOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["market_key", number], ["platform", string], ["words", string], ["numbers", string], ["facets", string], ["hints", string], ["rule_words", string]];
      readonly missing: undefined;
    };
    readonly countPropositions: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly listRetired: {
      readonly parameters: [Readonly<Record<"after" | "updatedBefore" | "limit", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly findFrequency: {
      readonly parameters: [Readonly<Record<"word", Value>>];
      readonly columns: [["propositions", number]];
      readonly missing: undefined;
    };
    readonly saveFrequencies: {
      readonly parameters: [Readonly<Record<"countedAt" | "counts", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOldFrequencies: {
      readonly parameters: [Readonly<Record<"countedAt", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listPartners: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [["b_market_key", number]];
      readonly missing: undefined;
    };
    readonly listPaired: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["value", number]];
      readonly missing: undefined;
    };
    readonly deletePairsOfA: {
      readonly parameters: [Readonly<Record<"marketKey" | "keepsRetired" | "decided", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deletePairsOfB: {
      readonly parameters: [Readonly<Record<"marketKey" | "keepsRetired" | "decided", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteMissesOfA: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteMissesOfB: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listWithoutRules: {
      readonly parameters: [Readonly<Record<"minScore" | "platform" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly savePair: {
      readonly parameters: [Readonly<Record<"a" | "b" | "score" | "relation" | "reasons" | "isProven" | "byRules", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly saveMiss: {
      readonly parameters: [Readonly<Record<"a" | "b" | "score" | "veto" | "reasons" | "relation", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listRungs: {
      readonly parameters: [Readonly<Record<"keys" | "perMarket", Value>>];
      readonly columns: [["marketKey", number], ["otherKey", number]];
      readonly missing: undefined;
    };
    readonly listMatchesOfSiblings: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["b_market_key", number]];
      readonly missing: undefined;
    };
    readonly deleteMatchesOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["a", number], ["b", number], ["score", number]];
      readonly missing: undefined;
    };
    readonly chooseMatches: {
      readonly parameters: [Readonly<Record<"keys" | "minScore" | "tolerance" | "maxUnproven", Value>>];
      readonly columns: [["a", number], ["b", number], ["score", number]];
      readonly missing: undefined;
    };
    readonly listLinked: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["eventKey", number]];
      readonly missing: undefined;
    };
    readonly listMatchesAmong: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["a", number], ["b", number], ["score", number], ["relation", "same" | "inverted" | "related"]];
      readonly missing: undefined;
    };
    readonly listGroupsOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["groupKey", number]];
      readonly missing: undefined;
    };
    readonly deleteOtherGroups: {
      readonly parameters: [Readonly<Record<"keys" | "members", Value>>];
      readonly columns: [["group_key", number]];
      readonly missing: undefined;
    };
    readonly saveGroups: {
      readonly parameters: [Readonly<Record<"members", Value>>];
      readonly columns: [["group_key", number]];
      readonly missing: undefined;
    };
    readonly listDecided: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["decision", "confirmed" | "rejected"], ["isInverted", 0 | 1 | null]];
      readonly missing: undefined;
    };
    readonly listDecidedKeys: {
      readonly parameters: [];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly findVerdict: {
      readonly parameters: [Readonly<Record<"a" | "b", Value>>];
      readonly columns: [["score", number | null], ["relation", "same" | "inverted" | "related" | null]];
      readonly missing: undefined;
    };
    readonly saveDecision: {
      readonly parameters: [Readonly<Record<"aPlatform" | "aId" | "bPlatform" | "bId" | "decision" | "isInverted" | "decidedAt" | "score" | "relation" | "rulesVersion", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deletePair: {
      readonly parameters: [Readonly<Record<"a" | "b", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listGroupedOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["groupKey", number], ["platform", string], ["id", string], ["title", string], ["questionId", string | null]];
      readonly missing: undefined;
    };
    readonly deleteDecision: {
      readonly parameters: [Readonly<Record<"aPlatform" | "aId" | "bPlatform" | "bId", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly marketKeyOf: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly listDecisions: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["aPlatform", string], ["aId", string], ["bPlatform", string], ["bId", string], ["decision", "confirmed" | "rejected"], ["isInverted", 0 | 1 | null], ["decidedAt", number], ["aTitle", string | null], ["bTitle", string | null]];
      readonly missing: undefined;
    };
    readonly countDecided: {
      readonly parameters: [Readonly<Record<"minScore", Value>>];
      readonly columns: [["band", number], ["pairs", number], ["kind", "right" | "wrong"]];
      readonly missing: undefined;
    };
    readonly countUndecided: {
      readonly parameters: [];
      readonly columns: [["band", number], ["pairs", number], ["kind", "undecided"]];
      readonly missing: undefined;
    };
    readonly countMissed: {
      readonly parameters: [];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
  };
  readonly "mirror": {
    readonly changes: {
      readonly parameters: [Readonly<Record<"after" | "last", Value>>];
      readonly columns: [["seq", number], ["at", number], ["type", string], ["subject", string]];
      readonly missing: undefined;
    };
    readonly eventKeys: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly events: {
      readonly parameters: [Value];
      readonly columns: [["event_key", number], ["platform", string], ["id", string], ["title", string], ["category", Category], ["url", string], ["image_url", string | null], ["starts_at", number | null], ["ends_at", number | null], ["tags", string], ["liquidity", number | null], ["is_exclusive", 0 | 1 | null], ["is_partial", 0 | 1], ["market_count", number], ["open_market_count", number], ["volume", number], ["volume_24h", number], ["updated_at", number]];
      readonly missing: undefined;
    };
    readonly questionKeys: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly questions: {
      readonly parameters: [Value];
      readonly columns: [["question_key", number], ["id", string], ["market_key", number], ["changed_at", number]];
      readonly missing: undefined;
    };
    readonly questionOf: {
      readonly parameters: [Value];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly matches: {
      readonly parameters: [Value];
      readonly columns: [["question_key", number], ["market_key", number], ["is_inverted", 0 | 1], ["score", number]];
      readonly missing: undefined;
    };
    readonly marketKeys: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly markets: {
      readonly parameters: [Value];
      readonly columns: [["market_key", number], ["event_key", number], ["platform", string], ["id", string], ["title", string], ["outcome_label", string | null], ["url", string], ["category", string], ["status", "open" | "closed"], ["yes_price", number], ["price_source", PriceSource | null], ["best_bid", number | null], ["best_ask", number | null], ["last_price", number | null], ["volume", number], ["volume_24h", number], ["liquidity", number | null], ["open_interest", number | null], ["closes_at", number | null], ["created_at", number | null], ["first_seen_at", number], ["updated_at", number]];
      readonly missing: undefined;
    };
    readonly resolutions: {
      readonly parameters: [Value];
      readonly columns: [["market_key", number], ["outcome", Outcome | null], ["settlement_price", number | null], ["resolved_at", number]];
      readonly missing: undefined;
    };
    readonly prices: {
      readonly parameters: [Readonly<Record<"asked", Value>>];
      readonly columns: [["market_key", number], ["at", number], ["yes_price", number], ["volume", number | null], ["span", number], ["low", number | null], ["high", number | null]];
      readonly missing: undefined;
    };
    readonly countAfter: {
      readonly parameters: [Value];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
  };
  readonly "outcomes": {
    readonly schedule: {
      readonly parameters: [Readonly<Record<"marketKey" | "platform" | "dueAt" | "closedAt", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listDue: {
      readonly parameters: [Readonly<Record<"platform" | "now" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["attempts", number], ["closedAt", number]];
      readonly missing: undefined;
    };
    readonly postpone: {
      readonly parameters: [Readonly<Record<"dueAt" | "attempts" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly bringForward: {
      readonly parameters: [Readonly<Record<"latest", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly delete: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOld: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "prices": {
    readonly findMarket: {
      readonly parameters: [Readonly<Record<"platform" | "id", Value>>];
      readonly columns: [["marketKey", number], ["title", string], ["createdAt", number | null], ["backfillStatus", "complete" | "unavailable" | null], ["triedAt", number | null], ["observedFrom", number | null]];
      readonly missing: undefined;
    };
    readonly firstAt: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly lastPointBefore: {
      readonly parameters: [Readonly<Record<"marketKey" | "from", Value>>];
      readonly columns: [["at", number], ["close", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly lastRecentBefore: {
      readonly parameters: [Readonly<Record<"marketKey" | "from", Value>>];
      readonly columns: [["at", number], ["close", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly lastCandleBefore: {
      readonly parameters: [Readonly<Record<"marketKey" | "span" | "from", Value>>];
      readonly columns: [["at", number], ["close", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly pointsSince: {
      readonly parameters: [Readonly<Record<"marketKey" | "from" | "to" | "limit", Value>>];
      readonly columns: [["at", number], ["close", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly recentSince: {
      readonly parameters: [Readonly<Record<"marketKey" | "from" | "to", Value>>];
      readonly columns: [["at", number], ["close", number], ["volume", number]];
      readonly missing: undefined;
    };
    readonly candlesSince: {
      readonly parameters: [Readonly<Record<"marketKey" | "span" | "from" | "to" | "limit", Value>>];
      readonly columns: [["at", number], ["open", number], ["high", number], ["low", number], ["close", number], ["volume", number], ["points", number]];
      readonly missing: undefined;
    };
  };
  readonly "properties": {
    readonly find: {
      readonly parameters: [Value];
      readonly columns: [["value", string]];
      readonly missing: undefined;
    };
    readonly save: {
      readonly parameters: [Value, Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly findPosition: {
      readonly parameters: [Value];
      readonly columns: [["position", number]];
      readonly missing: undefined;
    };
    readonly savePosition: {
      readonly parameters: [Readonly<Record<"job" | "position", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly countUp: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "questions": {
    readonly holderOf: {
      readonly parameters: [Readonly<Record<"groupKey", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly oldestOf: {
      readonly parameters: [Readonly<Record<"groupKey", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly oldestMember: {
      readonly parameters: [Readonly<Record<"groupKey", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly insert: {
      readonly parameters: [Readonly<Record<"id" | "marketKey", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: never;
    };
    readonly release: {
      readonly parameters: [Readonly<Record<"generation" | "questionKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly claim: {
      readonly parameters: [Readonly<Record<"groupKey" | "now" | "generation" | "questionKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly succeed: {
      readonly parameters: [Readonly<Record<"successorMarketKey" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly touch: {
      readonly parameters: [Readonly<Record<"generation" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly lastGeneration: {
      readonly parameters: [];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly byKeys: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["questionKey", number], ["id", string], ["marketKey", number], ["groupKey", number], ["changedAt", number]];
      readonly missing: undefined;
    };
    readonly byId: {
      readonly parameters: [Readonly<Record<"id", Value>>];
      readonly columns: [["questionKey", number], ["marketKey", number], ["platform", string], ["marketId", string]];
      readonly missing: undefined;
    };
    readonly ofMarket: {
      readonly parameters: [Readonly<Record<"marketKey", Value>>];
      readonly columns: [["questionKey", number | null], ["successorMarketKey", number | null]];
      readonly missing: never;
    };
    readonly groupOf: {
      readonly parameters: [Readonly<Record<"questionKey", Value>>];
      readonly columns: [["group_key", number | null]];
      readonly missing: undefined;
    };
    readonly ofMarkets: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["questionKey", number]];
      readonly missing: undefined;
    };
    readonly shownOf: {
      readonly parameters: [Readonly<Record<"keys" | "realMoneyOnly", Value>>];
      readonly columns: [["marketKey", number], ["questionKey", number]];
      readonly missing: undefined;
    };
    readonly figures: {
      readonly parameters: [Readonly<Record<"keys" | "realMoneyOnly", Value>>];
      readonly columns: [["questionKey", number], ["id", string], ["category", string], ["status", MarketStatus], ["price", number], ["isStale", 0 | 1], ["volume", number], ["volume24h", number], ["change", number | null], ["closesAt", number | null], ["platformMask", number], ["platformCount", number]];
      readonly missing: undefined;
    };
    readonly ofMarketIds: {
      readonly parameters: [Readonly<Record<"ids", Value>>];
      readonly columns: [["questionKey", number], ["platform", string], ["id", string]];
      readonly missing: undefined;
    };
    readonly hiddenPlatforms: {
      readonly parameters: [];
      readonly columns: [["platform", string]];
      readonly missing: undefined;
    };
    readonly hiddenOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["market_key", number]];
      readonly missing: undefined;
    };
    readonly membersAfter: {
      readonly parameters: [Readonly<Record<"after" | "limit", Value>>];
      readonly columns: [["questionKey", number], ["marketKey", number], ["isInverted", 0 | 1]];
      readonly missing: undefined;
    };
    readonly rules: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["description", string | null], ["settlementSource", string | null]];
      readonly missing: undefined;
    };
    readonly ids: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["id", string]];
      readonly missing: undefined;
    };
    readonly notedGeneration: {
      readonly parameters: [];
      readonly columns: [["generation", number]];
      readonly missing: undefined;
    };
    readonly startNoting: {
      readonly parameters: [];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly setNoted: {
      readonly parameters: [Readonly<Record<"generation", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly changed: {
      readonly parameters: [Readonly<Record<"generation" | "limit", Value>>];
      readonly columns: [["questionKey", number], ["generation", number]];
      readonly missing: undefined;
    };
    readonly noteChanged: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly forgetEvents: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly addEvents: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly someChanged: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly forgetChanged: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listedMembers: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["questionKey", number], ["id", string], ["titledKey", number], ["changedAt", number], ["marketKey", number], ["eventKey", number], ["platform", string], ["category", string], ["status", MarketStatus], ["yesPrice", number], ["volume", number], ["volume24h", number], ["change24h", number | null], ["closesAt", number | null], ["updatedAt", number], ["isStale", number], ["isInverted", 0 | 1]];
      readonly missing: undefined;
    };
    readonly forgetFigures: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly addFigures: {
      readonly parameters: [Readonly<Record<"isRealMoneyOnly" | "idNumber" | "questionKey" | "id" | "category" | "status" | "price" | "gap" | "isStale" | "platformMask" | "platformCount" | "volume" | "volume24h" | "priceChange24h" | "closesAt" | "updatedAt" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly keysOfNumbers: {
      readonly parameters: [Readonly<Record<"numbers" | "realMoneyOnly", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
    readonly shownIds: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["questionKey", number], ["id", string]];
      readonly missing: undefined;
    };
    readonly secondSides: {
      readonly parameters: [Readonly<Record<"keys" | "realMoneyOnly", Value>>];
      readonly columns: [["question_key", number]];
      readonly missing: undefined;
    };
  };
  readonly "resolved": {
    readonly latestOfPlatform: {
      readonly parameters: [Readonly<Record<"platform" | "limit", Value>>];
      readonly columns: [["marketKey", number], ["resolvedAt", number]];
      readonly missing: undefined;
    };
  };
  readonly "reviews": {
    readonly listDoubtful: {
      readonly parameters: [Readonly<Record<"minScore" | "scanned", Value>>];
      readonly columns: [["aEvent", number], ["bEvent", number], ["aPlatform", string], ["aId", string], ["aTitle", string], ["bPlatform", string], ["bId", string], ["bTitle", string], ["score", number], ["relation", "same" | "inverted" | "related"], ["veto", null], ["reasons", string], ["volume", number], ["isMatch", 0 | 1]];
      readonly missing: undefined;
    };
    readonly listVetoed: {
      readonly parameters: [Readonly<Record<"scanned", Value>>];
      readonly columns: [["aEvent", number], ["bEvent", number], ["aPlatform", string], ["aId", string], ["aTitle", string], ["bPlatform", string], ["bId", string], ["bTitle", string], ["score", number], ["relation", "subset" | "superset" | "disjoint" | "complement" | null], ["veto", string], ["reasons", string], ["volume", number], ["isMatch", 0 | 1]];
      readonly missing: undefined;
    };
    readonly findPair: {
      readonly parameters: [Readonly<Record<"bPlatform" | "bId" | "aPlatform" | "aId", Value>>];
      readonly columns: [["aEvent", number], ["bEvent", number], ["aPlatform", string], ["aId", string], ["aTitle", string], ["bPlatform", string], ["bId", string], ["bTitle", string], ["score", number | null], ["relation", "same" | "inverted" | "related" | ImpliedRelation | null], ["veto", string | null], ["reasons", string], ["volume", number], ["isMatch", 0 | 1]];
      readonly missing: undefined;
    };
    readonly findDecision: {
      readonly parameters: [Readonly<Record<"aPlatform" | "aId" | "bPlatform" | "bId", Value>>];
      readonly columns: [["decision", "confirmed" | "rejected"], ["isInverted", 0 | 1 | null], ["decidedAt", number]];
      readonly missing: undefined;
    };
    readonly isFirstMatchingDue: {
      readonly parameters: [];
      readonly columns: [["value", 0 | 1]];
      readonly missing: never;
    };
  };
  readonly "runs": {
    readonly insert: {
      readonly parameters: [Readonly<Record<"platform" | "kind" | "startedAt" | "finishedAt" | "status" | "pages" | "markets" | "inserted" | "changed" | "missing" | "rejected" | "rejections" | "error" | "nextAt", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly latest: {
      readonly parameters: [Readonly<Record<"platform" | "kind", Value>>];
      readonly columns: [["startedAt", number], ["finishedAt", number], ["status", "ok" | "failed" | "held"], ["rejected", number], ["error", string | null], ["nextAt", number]];
      readonly missing: undefined;
    };
    readonly countDay: {
      readonly parameters: [Readonly<Record<"platform" | "day" | "succeeded", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listDays: {
      readonly parameters: [Readonly<Record<"platform" | "from" | "to", Value>>];
      readonly columns: [["platform", string], ["day", number], ["passes", number], ["succeeded", number]];
      readonly missing: undefined;
    };
    readonly deleteOldDays: {
      readonly parameters: [Readonly<Record<"before", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listRejections: {
      readonly parameters: [Readonly<Record<"platform", Value>>];
      readonly columns: [["reason", string], ["count", number], ["ids", string]];
      readonly missing: undefined;
    };
    readonly listNewest: {
      readonly parameters: [Readonly<Record<"platform" | "kind" | "limit", Value>>];
      readonly columns: [["kind", "full" | "active" | "resolved"], ["startedAt", number], ["finishedAt", number], ["status", "ok" | "failed" | "held"], ["pages", number], ["markets", number], ["inserted", number], ["changed", number], ["missing", number], ["rejected", number], ["rejections", string], ["error", string | null], ["nextAt", number]];
      readonly missing: undefined;
    };
    readonly latestOk: {
      readonly parameters: [Readonly<Record<"platform" | "kind", Value>>];
      readonly columns: [["startedAt", number], ["finishedAt", number], ["nextAt", number]];
      readonly missing: undefined;
    };
    readonly reads: {
      readonly parameters: [Readonly<Record<"kinds" | "platform", Value>>];
      readonly columns: [["lastSuccessAt", number | null], ["failedAt", number | null], ["rhythmMs", number | null]];
      readonly missing: never;
    };
    readonly failuresInARow: {
      readonly parameters: [Readonly<Record<"platform" | "kind", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly failingSince: {
      readonly parameters: [Readonly<Record<"platform", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly heldSince: {
      readonly parameters: [Readonly<Record<"platform" | "kind" | "code", Value>>];
      readonly columns: [["value", number | null]];
      readonly missing: never;
    };
    readonly shift: {
      readonly parameters: [Readonly<Record<"ms" | "since", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOld: {
      readonly parameters: [Readonly<Record<"before", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly countMarkets: {
      readonly parameters: [Readonly<Record<"platform", Value>>];
      readonly columns: [["markets", number], ["openMarkets", number]];
      readonly missing: never;
    };
    readonly countAll: {
      readonly parameters: [];
      readonly columns: [["markets", number], ["events", number]];
      readonly missing: never;
    };
  };
  readonly "search": {
    readonly findMarketHits: {
      readonly parameters: [Readonly<Record<"match", Value>>];
      readonly columns: [["value", Buffer]];
      readonly missing: never;
    };
    readonly findEventHits: {
      readonly parameters: [Readonly<Record<"match", Value>>];
      readonly columns: [["value", Buffer]];
      readonly missing: never;
    };
    readonly findFirstMarketHits: {
      readonly parameters: [Readonly<Record<"match" | "limit", Value>>];
      readonly columns: [["value", number]];
      readonly missing: undefined;
    };
    readonly findFirstEventHits: {
      readonly parameters: [Readonly<Record<"match" | "limit", Value>>];
      readonly columns: [["value", number]];
      readonly missing: undefined;
    };
    readonly listMarketTitles: {
      readonly parameters: [Value];
      readonly columns: [["market_key", number], ["title", string]];
      readonly missing: undefined;
    };
    readonly listEventTitles: {
      readonly parameters: [Value];
      readonly columns: [["event_key", number], ["title", string]];
      readonly missing: undefined;
    };
    readonly putMarketTitle: {
      readonly parameters: [Value, Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly putEventTitle: {
      readonly parameters: [Value, Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly mergeMarketTitles: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly mergeEventTitles: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly findWord: {
      readonly parameters: [Value];
      readonly columns: [["doc", number]];
      readonly missing: undefined;
    };
    readonly listWords: {
      readonly parameters: [Readonly<Record<"from" | "to", Value>>];
      readonly columns: [["term", string], ["doc", number]];
      readonly missing: undefined;
    };
  };
  readonly "topics": {
    readonly someRelinked: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly forgetRelinked: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly reached: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly asked: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["eventKey", number], ["platform", string], ["questionKey", number | null], ["count", number]];
      readonly missing: undefined;
    };
    readonly topicsOf: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["eventKey", number], ["topicKey", number]];
      readonly missing: undefined;
    };
    readonly unlink: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly link: {
      readonly parameters: [Readonly<Record<"topicKey" | "keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly noteChanged: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly notedTo: {
      readonly parameters: [];
      readonly columns: [["closed_to", number]];
      readonly missing: undefined;
    };
    readonly setNoting: {
      readonly parameters: [];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly nextClosed: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly setNoted: {
      readonly parameters: [Readonly<Record<"closedTo", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly startNoting: {
      readonly parameters: [];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly startLinking: {
      readonly parameters: [];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly someChanged: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["event_key", number]];
      readonly missing: undefined;
    };
    readonly forgetChanged: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly forgetFigures: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly addFigures: {
      readonly parameters: [Readonly<Record<"topicKey" | "leadingKey" | "category" | "status" | "platformMask" | "platformCount" | "volume" | "volume24h" | "change24h" | "trend" | "closesAt" | "resolvedAt" | "updatedAt" | "isTrial" | "marketKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly markets: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["topicKey", number], ["marketKey", number], ["eventKey", number], ["platform", string], ["category", string], ["status", MarketStatus], ["yesPrice", number], ["isStale", number], ["volume", number], ["volume24h", number], ["change24h", number | null], ["closesAt", number | null], ["resolvedAt", number | null], ["updatedAt", number], ["questionKey", number | null], ["questionPrice", number | null], ["questionStatus", MarketStatus | null], ["questionVolume", number | null], ["questionChange", number | null], ["questionMask", number | null], ["isInverted", 0 | 1 | null]];
      readonly missing: undefined;
    };
    readonly byKeys: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["topicKey", number], ["platform", string], ["id", string], ["leadingKey", number], ["title", string], ["imageUrl", string | null], ["isExclusive", 0 | 1 | null], ["category", string], ["status", MarketStatus], ["platformMask", number], ["volume", number], ["volume24h", number], ["change24h", number | null], ["trend", number], ["closesAt", number | null], ["resolvedAt", number | null], ["updatedAt", number]];
      readonly missing: undefined;
    };
    readonly quotes: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["marketKey", number], ["platform", string], ["id", string], ["title", string], ["outcomeLabel", string | null], ["url", string], ["status", "open" | "closed"], ["outcome", Outcome | null], ["isTradable", 0 | 1], ["feeKind", "none" | "quadratic" | "price" | "profit"], ["feeRate", number], ["yesPrice", number], ["bestBid", number | null], ["bestAsk", number | null]];
      readonly missing: undefined;
    };
    readonly events: {
      readonly parameters: [Readonly<Record<"keys", Value>>];
      readonly columns: [["eventKey", number], ["platform", string], ["id", string], ["title", string], ["url", string]];
      readonly missing: undefined;
    };
    readonly ofEvents: {
      readonly parameters: [Readonly<Record<"names", Value>>];
      readonly columns: [["value", number]];
      readonly missing: undefined;
    };
    readonly ofMarkets: {
      readonly parameters: [Readonly<Record<"names", Value>>];
      readonly columns: [["value", number]];
      readonly missing: undefined;
    };
    readonly ofQuestion: {
      readonly parameters: [Readonly<Record<"questionKey", Value>>];
      readonly columns: [["value", number]];
      readonly missing: undefined;
    };
  };
  readonly "usage": {
    readonly listSince: {
      readonly parameters: [Value];
      readonly columns: [["keyId", string], ["day", number], ["requests", number]];
      readonly missing: undefined;
    };
    readonly list: {
      readonly parameters: [Readonly<Record<"keyId" | "from" | "to", Value>>];
      readonly columns: [["day", number], ["requests", number]];
      readonly missing: undefined;
    };
    readonly save: {
      readonly parameters: [Readonly<Record<"keyId" | "day" | "requests", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOld: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "volumes": {
    readonly add: {
      readonly parameters: [Readonly<Record<"day" | "platform" | "volume", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly deleteOld: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly insertPast: {
      readonly parameters: [Readonly<Record<"day" | "platform" | "volume", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
  readonly "webhooks": {
    readonly listOfKey: {
      readonly parameters: [Readonly<Record<"keyId", Value>>];
      readonly columns: [["id", string], ["keyId", string | null], ["target", "webhook" | "ntfy" | "discord" | "slack" | "telegram" | "email"], ["name", string], ["address", string], ["chatId", string | null], ["state", "enabled" | "unconfirmed" | "disabled" | "ended"], ["reason", "owner" | "gone" | "failing" | "overflow" | "plan" | null], ["failures", number], ["failingSince", number | null], ["createdAt", number], ["webhookKey", number], ["isUnconfirmed", 0 | 1]];
      readonly missing: undefined;
    };
    readonly find: {
      readonly parameters: [Readonly<Record<"id" | "keyId", Value>>];
      readonly columns: [["id", string], ["keyId", string | null], ["target", "webhook" | "ntfy" | "discord" | "slack" | "telegram" | "email"], ["name", string], ["address", string], ["chatId", string | null], ["state", "enabled" | "unconfirmed" | "disabled" | "ended"], ["reason", "owner" | "gone" | "failing" | "overflow" | "plan" | null], ["failures", number], ["failingSince", number | null], ["createdAt", number], ["webhookKey", number], ["isUnconfirmed", 0 | 1]];
      readonly missing: undefined;
    };
    readonly listFailing: {
      readonly parameters: [Readonly<Record<"limit", Value>>];
      readonly columns: [["id", string], ["keyId", string | null], ["target", "webhook" | "ntfy" | "discord" | "slack" | "telegram" | "email"], ["name", string], ["address", string], ["chatId", string | null], ["state", "enabled" | "unconfirmed" | "disabled" | "ended"], ["reason", "owner" | "gone" | "failing" | "overflow" | "plan" | null], ["failures", number], ["failingSince", number | null], ["createdAt", number], ["webhookKey", number], ["isUnconfirmed", 0 | 1]];
      readonly missing: undefined;
    };
    readonly countOfKey: {
      readonly parameters: [Readonly<Record<"keyId", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly countNewAddresses: {
      readonly parameters: [Readonly<Record<"keyId" | "after", Value>>];
      readonly columns: [["value", number]];
      readonly missing: never;
    };
    readonly insert: {
      readonly parameters: [Readonly<Record<"id" | "keyId" | "target" | "name" | "address" | "chatId" | "token" | "secret" | "confirmationDigest" | "state" | "at", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly update: {
      readonly parameters: [Readonly<Record<"name" | "address" | "webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly enable: {
      readonly parameters: [Readonly<Record<"webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly disable: {
      readonly parameters: [Readonly<Record<"reason" | "webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly end: {
      readonly parameters: [Readonly<Record<"webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly isConfirmedBy: {
      readonly parameters: [Readonly<Record<"webhookKey" | "digest", Value>>];
      readonly columns: [["value", 0 | 1]];
      readonly missing: never;
    };
    readonly rotate: {
      readonly parameters: [Readonly<Record<"expiresAt" | "secret" | "webhookKey", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly disableBeyondPlan: {
      readonly parameters: [Readonly<Record<"free" | "pro" | "enterprise", Value>>];
      readonly columns: [];
      readonly missing: undefined;
    };
    readonly listEnded: {
      readonly parameters: [Readonly<Record<"before", Value>>];
      readonly columns: [["webhook_key", number]];
      readonly missing: undefined;
    };
    readonly delete: {
      readonly parameters: [Value];
      readonly columns: [];
      readonly missing: undefined;
    };
  };
}
