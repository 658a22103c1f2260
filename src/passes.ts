import type { Clock } from "./clock.ts";

export interface PassUnderWay {
  readonly platform: string;
  readonly kind: "full" | "active" | "resolved";
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Market records read so far. */
  readonly markets: number;
}

/** The passes under way, as the writer tells of them. */
export interface PassesUnderWay {
  find(platform: string): PassUnderWay | undefined;
  note(progress: Omit<PassUnderWay, "startedAt">): void;
  end(pass: Pick<PassUnderWay, "platform">): void;
}

export function createPassesUnderWay(clock: Pick<Clock, "now">): PassesUnderWay {
  const passes = new Map<string, PassUnderWay>();
  return {
    find: (platform) => passes.get(platform),
    note({ platform, kind, markets }) {
      const known = passes.get(platform);
      const startedAt = known?.kind === kind && known.markets <= markets ? known.startedAt : clock.now();
      passes.set(platform, { platform, kind, startedAt, markets });
    },
    end({ platform }) {
      passes.delete(platform);
    },
  };
}
