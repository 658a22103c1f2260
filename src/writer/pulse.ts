/** How often the writer's thread is asked for a sign of life. */
const ASKED_EVERY_MS = 1000;

export interface PulseDeps {
  /** Asks for a sign of life; false while there is no thread. */
  readonly ask: () => boolean;
  /** Called each second without an answer, with the seconds so far. */
  readonly onSilence: (seconds: number) => void;
  /** Called when an answer comes, with the seconds of silence before it. */
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
  /** Call it when a thread has ended, before the next one is asked. */
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
