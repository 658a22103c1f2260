import { type Contender, rivalOf, startContender } from "../contenders/contender.ts";
import { capture, headerOf, keepFor } from "../load/capture.ts";
import type { Load } from "../load/load.ts";
import { takeTurns } from "../load/rounds.ts";
import { describeRatio, type Findings, type Row, ratioOf, type Target } from "../report.ts";
import { FASTIFY_DUTIES, type Setting, startAllOurs, startRivals } from "../setting.ts";

const PATH = "/api/v1/markets";
const BARE = "bare node:http";

/** V8 goes on compiling what is asked for most for that long, and takes processor time from who it is compiled for. */
const WARM_UP_SECONDS = 6;

interface Variant {
  readonly scenario: string;
  readonly headers: (tag: string) => Readonly<Record<string, string>>;
  readonly wanted?: number;
  /** Rivals do not compress, and their tags end with their cached answers. */
  readonly hasRivals?: boolean;
}

const VARIANTS: readonly Variant[] = [
  { scenario: "hot", headers: () => ({}), wanted: 0.8, hasRivals: true },
  { scenario: "hot gzip", headers: () => ({ "Accept-Encoding": "gzip" }) },
  { scenario: "hot 304", headers: (tag) => ({ "If-None-Match": tag }), wanted: 0.55 },
];

/** The same request again and again: in full, compressed, and when the caller has the answer already. */
export async function measureHot(setting: Setting): Promise<Findings> {
  const all: Contender[] = [];
  try {
    const ours = await startAllOurs(setting);
    all.push(...ours);
    const rivals = await startRivals(setting);
    all.push(...rivals);
    const [first] = ours;
    if (first === undefined) return {};
    const rows: Row[] = [];
    const targets: Target[] = [];
    const notes: string[] = [];
    for (const variant of VARIANTS) {
      const found = await compare(setting, variant, first, variant.hasRivals ? [...ours, ...rivals] : ours);
      rows.push(...found);
      const add = (other: string, atLeast: number | undefined): void => {
        notes.push(describeRatio(found, first.name, other));
        if (atLeast === undefined) return;
        const what = `${variant.scenario}: ${first.name} ÷ ${other}`;
        targets.push({ what, measured: ratioOf(found, first.name, other), unit: "×", atLeast });
      };
      add(BARE, variant.wanted);
      if (variant.hasRivals) add(FASTIFY_DUTIES, 1);
      for (const { name } of ours.slice(1)) add(name, undefined);
    }
    return { rows, targets, notes };
  } finally {
    for (const one of all) await one.stop();
  }
}

/** Everybody against a bare server that sends what the first of us answered, byte for byte. */
async function compare(
  setting: Setting,
  { scenario, headers }: Variant,
  first: Contender,
  others: readonly Contender[],
): Promise<Row[]> {
  const { folder, seconds, connections } = setting;
  const ours = headers(await tagOf(first));
  const captured = keepFor(folder, scenario.replaceAll(" ", "-"), await capture(first, PATH, ours));
  const bare = await startContender({ name: BARE, command: rivalOf("bare", captured), folder, headers: first.headers });
  try {
    const loadWith = (own: Readonly<Record<string, string>>): Load => ({
      path: PATH,
      headers: own,
      seconds,
      connections,
    });
    const entries = [{ contender: bare, loadOf: () => loadWith(ours) }];
    for (const contender of others) {
      // An answer of another version has another tag.
      const load = loadWith(headers(await tagOf(contender)));
      entries.push({ contender, loadOf: () => load });
    }
    return await takeTurns(setting, scenario, entries, WARM_UP_SECONDS);
  } finally {
    await bare.stop();
  }
}

/** Empty where it sends none. */
const tagOf = async (contender: Contender): Promise<string> => headerOf(await capture(contender, PATH), "etag") ?? "";
