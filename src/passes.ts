import type { Clock } from "./clock.ts";
import type { MatchingUnderWay } from "./domain/matching/under-way.ts";

export interface PassUnderWay {
  readonly platform: string;
  readonly kind: "full" | "active" | "resolved";
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Market records read so far. */
  readonly markets: number;
}

/** The passes and the matching under way, as the writer tells of them. */
export type PassesUnderWay = ReturnType<typeof createPassesUnderWay>;

export function createPassesUnderWay(clock: Pick<Clock, "now">) {
  const passes = new Map<string, PassUnderWay>();
  let matching: MatchingUnderWay | null = null;
  return {
    /** Null while none is under way, but for the few markets that follow each pass. */
    matching: (): MatchingUnderWay | null => matching,
    noteMatching(progress: MatchingUnderWay | null): void {
      matching = progress;
    },
    find: (platform: string): PassUnderWay | undefined => passes.get(platform),
    note({ platform, kind, markets }: Omit<PassUnderWay, "startedAt">): void {
      const known = passes.get(platform);
      const startedAt = known?.kind === kind && known.markets <= markets ? known.startedAt : clock.now();
      passes.set(platform, { platform, kind, startedAt, markets });
    },
    end({ platform }: Pick<PassUnderWay, "platform">): void {
      passes.delete(platform);
    },
  };
}
