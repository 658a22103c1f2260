import { type CommandContext, type Commands, STORE_COMMANDS } from "../store/commands.ts";
import type { OperatorMessages } from "./alerts/operator-messages.ts";
import type { Backfills } from "./ingest/backfill.ts";
import type { BookFetcher } from "./ingest/books.ts";
import type { FastLane } from "./ingest/lane.ts";
import type { BackupMaker } from "./maintenance/backup.ts";

interface CommandDeps extends CommandContext {
  readonly backfills: Pick<Backfills, "request">;
  readonly readNow: (platform: string) => void;
  readonly lane: Pick<FastLane, "watch">;
  readonly books: Pick<BookFetcher, "watch" | "readNow">;
  readonly backups: Pick<BackupMaker, "make" | "isRunning">;
  readonly operator: Pick<OperatorMessages, "tell">;
}

/** What the rest of the service may ask of the writer. */
export function openCommands({
  backfills,
  readNow,
  lane,
  books,
  backups,
  operator,
  ...context
}: CommandDeps): Commands {
  const ofStore = Object.entries(STORE_COMMANDS).map(([name, run]) => [
    name,
    async (input: never) => run(context, input),
  ]);
  return {
    ...(Object.fromEntries(ofStore) as Pick<Commands, keyof typeof STORE_COMMANDS>),
    backfillHistory: async (market) => backfills.request(market),
    readPlatform: async ({ platform }) => readNow(platform),
    watchMarkets: async ({ markets }) => {
      lane.watch(markets);
      books.watch(markets);
    },
    readBooks: async ({ markets }) => books.readNow(markets),
    tellOperator: async (message) => operator.tell(message),
    makeBackup: async () => backups.make(),
    isBackingUp: async () => backups.isRunning(),
  };
}
