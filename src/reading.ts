import { setImmediate } from "node:timers/promises";
import type { Context } from "./context.ts";
import type { Commands } from "./store/commands.ts";

const FOLLOWED_EVERY_MS = 50;
const SAVED_EVERY_MS = 10 * 60_000;

/**
 * The first read of a kind takes several times as long as any later one: better now than when somebody waits for it.
 * Waits for a `turn` before each.
 */
export async function warmUp(
  { store, clock, config: { platforms }, log }: Pick<Context, "store" | "clock" | "config" | "log">,
  turn: () => Promise<void>,
): Promise<void> {
  const list = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
  const reads = [
    () => store.markets.list(list, { page: 1, size: 50 }),
    () => store.search.find({ text: "will", platform: undefined, status: "open", limit: 10 }),
    () => store.board.find({ platforms, limit: 10, now: clock.now() }),
  ];
  try {
    for (const read of reads) {
      await turn();
      await read();
    }
  } catch (error) {
    // Whoever asks next is told what is wrong.
    log.debug({ err: error }, "nothing could be read yet");
  }
}

/**
 * Keeps what lists are made from up to date, and has it saved for the next start: once `isWarm`, then now and then; gives
 * what stops it.
 */
export function followLists(
  { store, readiness, log }: Context,
  commands: Pick<Commands, "saveList">,
  isWarm: Promise<void>,
): () => Promise<void> {
  let isFailing = false;
  let [isFollowing, isStopped] = [false, false];
  /** What is asked for meanwhile is answered between two steps. */
  const follow = async (): Promise<void> => {
    if (isFollowing) return;
    isFollowing = true;
    try {
      while (!isStopped && store.lists.followSome()) await setImmediate();
      isFailing = false;
    } catch (error) {
      // Whoever asks for a list is told; the status says it meanwhile.
      readiness.noteFailure(error);
      if (!isFailing) log.error({ err: error }, "lists cannot follow what is written");
      isFailing = true;
    } finally {
      isFollowing = false;
    }
  };
  const saveAll = async (): Promise<void> => {
    try {
      for (const snapshot of store.lists.unsaved()) {
        await commands.saveList(snapshot);
        store.lists.noteSaved(snapshot);
      }
    } catch (error) {
      log.debug({ err: error }, "what lists are made from could not be saved; the next start takes longer");
    }
  };
  let saved = isWarm;
  const save = (): Promise<void> => {
    saved = saved.then(saveAll);
    return saved;
  };
  const following = setInterval(() => void follow(), FOLLOWED_EVERY_MS).unref();
  const saving = setInterval(save, SAVED_EVERY_MS).unref();
  void save();
  return () => {
    isStopped = true;
    clearInterval(following);
    clearInterval(saving);
    return save();
  };
}
