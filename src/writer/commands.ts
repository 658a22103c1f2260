import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import { beginCheckout, closeCheckout, saveCheckout } from "../store/accounts/checkouts.ts";
import { createKey, revokeKey, rotateKey, setKeyTier, touchKeys } from "../store/accounts/keys.ts";
import { applySubscriptions } from "../store/accounts/subscriptions.ts";
import { saveUsage } from "../store/accounts/usage.ts";
import { changeAlert, createAlert, deleteAlert } from "../store/alerts/alerts.ts";
import type { Commands, PairDecision } from "../store/commands.ts";
import { type Db, immediately } from "../store/database/db.ts";
import { saveProPrice } from "../store/database/properties.ts";
import { previewDecision } from "../store/matching/decision-preview.ts";
import { addReport, removeReportsOfPair } from "../store/matching/match-reports.ts";
import { decidePair, findMarketKey } from "../store/matching/pair-decisions.ts";
import { recordAttempt } from "../store/webhooks/deliveries.ts";
import {
  changeWebhook,
  createWebhook,
  endWebhook,
  replayDelivery,
  rotateWebhook,
  testWebhook,
} from "../store/webhooks/webhooks.ts";
import type { OperatorMessages } from "./alerts/operator-messages.ts";
import type { Backfills } from "./ingest/backfill.ts";
import type { BookFetcher } from "./ingest/books.ts";
import type { FastLane } from "./ingest/lane.ts";
import type { BackupMaker } from "./maintenance/backup.ts";

interface CommandDeps {
  readonly backfills: Pick<Backfills, "request">;
  readonly readNow: (platform: string) => void;
  readonly lane: Pick<FastLane, "watch">;
  readonly books: Pick<BookFetcher, "watch" | "readNow">;
  readonly backups: Pick<BackupMaker, "make" | "isRunning">;
  readonly random: () => number;
  readonly operator: Pick<OperatorMessages, "tell">;
}

/** What the rest of the service may ask of the writer. */
export function openCommands(
  db: Db,
  clock: Clock,
  { backfills, readNow, lane, books, backups, random, operator }: CommandDeps,
): Commands {
  return {
    createKey: async (input) => createKey(db, input, clock.now()),
    rotateKey: async ({ id, graceHours }) => rotateKey(db, id, graceHours, clock.now()),
    revokeKey: async ({ id }) => revokeKey(db, id, clock.now()),
    setKeyTier: async (input) => setKeyTier(db, input, clock.now()),
    saveUsage: async ({ days, uses }) =>
      immediately(db, () => {
        saveUsage(db, days);
        touchKeys(db, uses);
      }),
    beginCheckout: async ({ keyId }) => beginCheckout(db, keyId),
    saveCheckout: async (page) => saveCheckout(db, page),
    closeCheckout: async ({ sessionId }) => closeCheckout(db, sessionId),
    applySubscriptions: async (answer) => applySubscriptions(db, answer, clock.now()),
    saveProPrice: async (price) => saveProPrice(db, price),
    backfillHistory: async (market) => backfills.request(market),
    readPlatform: async ({ platform }) => readNow(platform),
    watchMarkets: async ({ markets }) => {
      lane.watch(markets);
      books.watch(markets);
    },
    readBooks: async ({ markets }) => books.readNow(markets),
    decidePairs: async ({ pairs: decided, ...decision }) => {
      const at = clock.now();
      for (const pair of decided) decide(db, { ...pair, ...decision }, at);
    },
    reportMatch: async (report) => addReport(db, report, clock.now()),
    closeReports: async ({ market, other }) => removeReportsOfPair(db, market, other),
    previewDecision: async (decision) => previewDecision(db, decision),
    createWebhook: async (input) => createWebhook(db, input, clock.running()),
    changeWebhook: async (change) => changeWebhook(db, change),
    deleteWebhook: async (name) => endWebhook(db, name),
    rotateWebhook: async (name) => rotateWebhook(db, name, clock.running()),
    testWebhook: async (name) => testWebhook(db, name, clock.running()),
    replayDelivery: async ({ messageId, ...name }) => replayDelivery(db, name, messageId),
    recordAttempt: async (attempt) => recordAttempt(db, attempt, random),
    tellOperator: async (message) => operator.tell(message),
    createAlert: async ({ keyId, content }) => createAlert(db, keyId, content, clock.now()),
    changeAlert: async ({ change, ...name }) => changeAlert(db, name, change, clock.now()),
    deleteAlert: async (input) => deleteAlert(db, input),
    makeBackup: async () => backups.make(),
    isBackingUp: async () => backups.isRunning(),
  };
}

const DECISIONS: readonly PairDecision["kind"][] = ["confirmed", "rejected", "forgotten"];

/** Throws AppError market_not_found, validation_error. */
function decide(db: Db, { a, b, kind, isInverted }: PairDecision, at: number): void {
  if (!DECISIONS.includes(kind)) {
    throw new AppError("validation_error", `kind: expected one of ${DECISIONS.join(", ")}`);
  }
  if (a.platform === b.platform) {
    throw new AppError("validation_error", "the two markets have to be of different platforms");
  }
  const missing = [a, b].find((name) => findMarketKey(db, name) === undefined);
  // A decision outlives the rows of its markets.
  if (missing !== undefined && kind !== "forgotten") {
    throw new AppError(
      "market_not_found",
      `there is no market ${missing.platform}:${missing.id}; find ids with /api/v1/search?q=…`,
    );
  }
  decidePair(db, a, b, { kind, isInverted: isInverted === null ? null : Number(isInverted), at });
}
