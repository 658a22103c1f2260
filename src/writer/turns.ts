/** The number of the last command that has begun, and of the last that is refused. */
const BEGUN = 0;
const REFUSED = 1;

/**
 * What both threads know at once of the commands under way, whose numbers only rise: a thread that takes no messages
 * cannot be told that callers have gone.
 */
export type Turns = ReturnType<typeof shareTurns>;

export function shareTurns(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
  const last = new BigInt64Array(memory);
  return {
    memory,

    /** For the writer's thread, right before it carries out a command; gives false for one that is refused. */
    begin(id: number): boolean {
      // Noted before the look at what is refused, so that each thread sees what the other does.
      Atomics.store(last, BEGUN, BigInt(id));
      return Atomics.load(last, REFUSED) < BigInt(id);
    },

    /** Refuses every command up to `id` that has not begun; gives the last that has, and cannot be taken back. */
    refuseUpTo(id: number): number {
      Atomics.store(last, REFUSED, BigInt(id));
      return Number(Atomics.load(last, BEGUN));
    },
  };
}
