/** Upper bounds, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How many took how long: a count for each bound and one for all that took longer. */
interface Tally {
  readonly counts: Float64Array;
  seconds: number;
}

/** How long requests to each route took. The registry's own histogram takes longer than the rest of the accounts. */
export function createDurations(name: string, help: string) {
  const tallies = new Map<string, Tally>();
  return {
    observe(route: string, seconds: number): void {
      let tally = tallies.get(route);
      if (tally === undefined) {
        tally = { counts: new Float64Array(BOUNDS.length + 1), seconds: 0 };
        tallies.set(route, tally);
      }
      let index = 0;
      while (seconds > (BOUNDS[index] ?? Number.POSITIVE_INFINITY)) index++;
      tally.counts[index] = (tally.counts[index] ?? 0) + 1;
      tally.seconds += seconds;
    },

    /** All of them as Prometheus reads a histogram. */
    read: (): string =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} histogram`,
        ...[...tallies].flatMap((one) => toLines(name, one)),
        "",
      ].join("\n"),
  };
}

function toLines(name: string, [route, { counts, seconds }]: readonly [string, Tally]): string[] {
  let sum = 0;
  const buckets = [...BOUNDS, "+Inf"].map((bound, index) => {
    sum += counts[index] ?? 0;
    return `${name}_bucket{le="${bound}",route="${route}"} ${sum}`;
  });
  return [...buckets, `${name}_sum{route="${route}"} ${seconds}`, `${name}_count{route="${route}"} ${sum}`];
}
