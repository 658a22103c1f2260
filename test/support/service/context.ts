import pino from "pino";
import { SharedClock } from "../../../src/clock.ts";
import { type Config, readConfig } from "../../../src/config.ts";
import type { Context } from "../../../src/context.ts";
import { getPlan } from "../../../src/domain/plans.ts";
import { createSite } from "../../../src/site.ts";
import type { NewKey } from "../../../src/store/accounts/keys.ts";
import type { Commands } from "../../../src/store/commands.ts";
import type { EventPage, EventQuery, StoredEvent } from "../../../src/store/events.ts";
import type { Slice } from "../../../src/store/lists/page.ts";
import type { MarketPage, MarketQuery, StoredMarket } from "../../../src/store/markets.ts";
import type { DatabaseStatus, SourceStatus } from "../../../src/store/sources.ts";
import type { Store } from "../../../src/store/store.ts";
import { memoryAccess } from "./access.ts";

export const NOW = Date.parse("2026-11-20T04:09:00.000Z");

/** A context whose store answers from memory; it notes what it was asked. */
export interface MemoryContext extends Context {
  readonly asked: { markets: [MarketQuery, Slice][]; events: [EventQuery, Slice][]; keys: unknown[] };
  readonly logged: Record<string, unknown>[];
  readonly clock: SharedClock;
}

export interface MemoryContent {
  readonly markets?: MarketPage;
  readonly events?: EventPage;
  readonly sources?: readonly SourceStatus[];
  readonly readiness?: Pick<Context["readiness"], "check">;
  readonly commands?: Partial<Commands>;
  readonly isDemo?: boolean;
}

export function memoryContext(content: MemoryContent = {}): MemoryContext {
  const asked: MemoryContext["asked"] = { markets: [], events: [], keys: [] };
  const logged: Record<string, unknown>[] = [];
  const clock = new SharedClock();
  clock.fixAt(NOW);
  return {
    asked,
    logged,
    clock,
    store: memoryStore(content, asked),
    commands: memoryCommands(content, asked),
    access: memoryAccess(),
    site: createSite(undefined),
    desk: undefined,
    readiness: { check: () => ({ isReady: true, writer: "running" }), noteFailure: () => {}, ...content.readiness },
    config: testConfig(),
    log: pino({ level: "warn", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  };
}

/** Notes what keys are asked for; any other command needs an answer in `content`. */
function memoryCommands({ commands = {} }: MemoryContent, asked: MemoryContext["asked"]): Commands {
  const createKey: Commands["createKey"] = async (input) => {
    asked.keys.push(input);
    return { ...aKey, name: input.name, email: input.email, tier: input.tier };
  };
  return { createKey, ...commands } as Commands;
}

/** The settings as they are when nothing is set, whatever machine the test runs on. */
export const testConfig = (): Config =>
  readConfig({}, { isDemo: false, environment: {}, envFile: new URL("no-such.env", import.meta.url).pathname });

function memoryStore(content: MemoryContent, asked: MemoryContext["asked"]): Store {
  return {
    isDemo: content.isDemo ?? false,
    lists: { followSome: () => false, unsaved: () => [], noteSaved: () => undefined },
    dataVersion: () => undefined,
    isReadable: () => true,
    close: () => {},
    markets: {
      list(query, slice) {
        asked.markets.push([query, slice]);
        return content.markets ?? { markets: [], total: 0 };
      },
    },
    events: {
      list(query, slice) {
        asked.events.push([query, slice]);
        return content.events ?? { events: [], total: 0 };
      },
      find: () => undefined,
    },
    board: { find: () => ({ traded: [], movers: [], closing: [] }) },
    popular: { list: () => [] },
    resolved: { list: () => [] },
    details: { find: () => undefined },
    analytics: { countByVolume: () => [], listDailyVolumes: () => ({ volumes: [], recordedSince: new Map() }) },
    search: {
      find: () => ({ events: [], markets: [], eventsFound: 0, marketsFound: 0, isCapped: false, hasTerms: true }),
    },
    arbitrage: { list: () => ({ opportunities: [], total: 0 }) },
    compare: { search: () => [], find: () => undefined },
    prices: { find: () => undefined, sample: () => undefined },
    sources: { list: () => ({ sources: content.sources ?? [], database: aDatabase }), countMatches: () => 0 },
    keys: { listChanged: (seq) => ({ keys: [], seq }) },
    usage: { listSince: () => [], list: () => [] },
    billing: {
      findCheckout: () => undefined,
      findCheckoutInProgress: () => undefined,
      findSubscription: () => undefined,
      findProPrice: () => undefined,
      isRestored: () => false,
      findLiveSubscription: () => undefined,
      listTierChanges: () => [],
      listDue: () => ({ checkouts: [], unchecked: [], unwanted: [] }),
    },
  };
}

export const aMarket: StoredMarket = {
  platform: "kalshi",
  id: "KXRAIN-26NOV20-T1",
  eventId: "KXRAIN-26NOV20",
  title: "Will it rain tomorrow?",
  category: "climate",
  status: "open",
  yesPrice: 900_000,
  volume: 123_456,
  volume24h: 1_050,
  url: "https://kalshi.com/markets/kxrain",
  closesAt: NOW + 86_400_000,
  updatedAt: NOW - 60_000,
  outcome: null,
  priceSource: "mid",
};

export const anEvent: StoredEvent = {
  platform: "kalshi",
  id: "KXRAIN-26NOV20",
  title: "Rain tomorrow",
  category: "climate",
  status: "open",
  imageUrl: null,
  marketCount: 3,
  totalVolume: 370_368,
  volume24h: 3_150,
  liquidity: null,
  startsAt: null,
  endsAt: NOW + 86_400_000,
  tags: ["weather"],
};

export const aSource: SourceStatus = {
  platform: "kalshi",
  lastSuccessAt: NOW - 60_000,
  lastAttemptAt: NOW - 60_000,
  lastError: null,
  isFailing: false,
  rejected: 2,
  rejectedReasons: [{ reason: "not_binary", count: 2 }],
  markets: 100,
  openMarkets: 90,
  nextRunAt: NOW + 60_000,
};

const aDatabase: DatabaseStatus = { schemaVersion: 1, sizeBytes: 4096, walBytes: 0, markets: 100, events: 30 };

const aKey: NewKey = {
  id: "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11",
  name: "",
  email: "",
  tier: "free",
  secret: `tb_live_${"a".repeat(38)}`,
  keyPrefix: "tb_live_aaaa",
  limits: getPlan("free"),
  createdAt: NOW,
};
