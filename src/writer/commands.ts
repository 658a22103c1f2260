import type { Clock } from "../clock.ts";
import { openKeyWriter, openPaymentWriter, openUsageWriter } from "../store/accounts/index.ts";
import type { Commands } from "../store/commands.ts";
import { type Db, immediately, markRestored, saveProPrice } from "../store/database/index.ts";
import type { Backfills, FastLane } from "./ingest/index.ts";

interface CommandDeps {
  readonly backfills: Pick<Backfills, "request">;
  readonly lane: Pick<FastLane, "watch">;
}

/** What the rest of the service may ask of the writer. */
export function openCommands(db: Db, clock: Clock, { backfills, lane }: CommandDeps): Commands {
  const keys = openKeyWriter(db);
  const usage = openUsageWriter(db);
  const payments = openPaymentWriter(db);
  return {
    createKey: async (input) => keys.create(input, clock.now()),
    rotateKey: async ({ id, graceHours }) => keys.rotate(id, graceHours, clock.now()),
    revokeKey: async ({ id }) => keys.revoke(id, clock.now()),
    setKeyTier: async (input) => keys.setTier(input, clock.now()),
    saveUsage: async ({ days, uses }) =>
      immediately(db, () => {
        usage.save(days);
        keys.touch(uses);
      }),
    beginCheckout: async ({ keyId }) => payments.begin(keyId, clock.now()),
    openCheckout: async ({ attemptId, ...session }) => payments.open(attemptId, session, clock.now()),
    dropCheckout: async ({ attemptId }) => payments.drop(attemptId, clock.now()),
    applyPayment: async (news) => payments.apply(news, clock.now()),
    attachSubscription: async (facts) => payments.attach(facts, clock.now()),
    saveProPrice: async (price) => saveProPrice(db, price),
    endRestoring: async () => markRestored(db, false),
    backfillHistory: async (market) => backfills.request(market),
    watchMarkets: async ({ markets }) => lane.watch(markets),
  };
}
