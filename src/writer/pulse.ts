/** How often the writer's thread is asked for a sign of life. */
const ASKED_EVERY_MS = 1000;

export interface PulseDeps {
  /** Asks for a sign of life; gives false while there is nobody to ask. */
  readonly ask: () => boolean;
  /** Hears each second that nothing was answered, for how many seconds so far. */
  readonly onSilence: (seconds: number) => void;
  /** Hears for how many seconds it had been silent. */
  readonly onAnswer: (seconds: number) => void;
}

/** Asks a thread each second whether it still takes messages. */
export type Pulse = ReturnType<typeof startPulse>;

export function startPulse({ ask, onSilence, onAnswer }: PulseDeps) {
  let isAsked = false;
  let silentSeconds = 0;
  /** Counts its own ticks rather than time: a process that was paused as a whole was not silent. */
  const tick = (): void => {
    if (isAsked) onSilence(++silentSeconds);
    else isAsked = ask();
  };
  const timer = setInterval(tick, ASKED_EVERY_MS).unref();
  /** For a thread that has ended: the next one is asked afresh. */
  const forget = (): void => {
    isAsked = false;
    silentSeconds = 0;
  };
  const noteAnswer = (): void => {
    const seconds = silentSeconds;
    forget();
    onAnswer(seconds);
  };
  return {
    noteAnswer,
    forget,
    silentSeconds: (): number => silentSeconds,
    stop: (): void => clearInterval(timer),
  };
}
