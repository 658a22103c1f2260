/** Places in the shared memory: the number of the last command that has begun, and of the last refused one. */
const BEGUN = 0;
const REFUSED = 1;

/**
 * Which commands have begun and which are refused, in memory that both threads see at once: a thread that takes no
 * messages cannot be told that its callers were refused. Numbers of commands only rise.
 */
export type Turns = ReturnType<typeof shareTurns>;

export function shareTurns(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
  const last = new BigInt64Array(memory);
  return {
    memory,

    /** Called by the writer's thread right before it carries out a command; false for one that is refused. */
    begin(id: number): boolean {
      // Stored before the refusals are read, so that one of the threads always sees what the other did.
      Atomics.store(last, BEGUN, BigInt(id));
      return Atomics.load(last, REFUSED) < BigInt(id);
    },

    /** Refuses every command up to `id` that has not begun; returns the last that has. */
    refuseUpTo(id: number): number {
      Atomics.store(last, REFUSED, BigInt(id));
      return Number(Atomics.load(last, BEGUN));
    },
  };
}
