import { type Contender, scriptAt, startContender } from "../contenders/contender.ts";
import { ask, keepFor } from "../load/ask.ts";
import { takeTurns } from "../load/rounds.ts";
import { describeRatio, type Findings, type Row, ratioOf, type Target } from "../report.ts";
import { type Setting, startAllOurs } from "../setting.ts";

const PATH = "/api/v1/markets";
const BARE = "bare node:http";

/** V8 goes on compiling what is asked for most for that long, and takes processor time from who it is compiled for. */
const WARM_UP_SECONDS = 6;

interface Variant {
  readonly scenario: string;
  readonly headers: (tag: string) => Readonly<Record<string, string>>;
  readonly wanted?: number;
}

const VARIANTS: readonly Variant[] = [
  { scenario: "hot", headers: () => ({}), wanted: 0.8 },
  { scenario: "hot gzip", headers: () => ({ "Accept-Encoding": "gzip" }) },
  { scenario: "hot 304", headers: (tag) => ({ "If-None-Match": tag }), wanted: 0.55 },
];

/** The same request again and again: in full, compressed, and when the caller has the answer already. */
export async function measureHot(setting: Setting): Promise<Findings> {
  const ours = await startAllOurs(setting);
  const [first] = ours;
  const rows: Row[] = [];
  const targets: Target[] = [];
  const notes: string[] = [];
  for (const variant of VARIANTS) {
    const found = await compare(setting, variant, ours);
    rows.push(...found);
    const add = (other: string, atLeast: number | undefined): void => {
      notes.push(describeRatio(found, first.name, other));
      if (atLeast === undefined) return;
      const what = `${variant.scenario}: ${first.name} ÷ ${other}`;
      targets.push({ what, measured: ratioOf(found, first.name, other), unit: "×", atLeast });
    };
    add(BARE, variant.wanted);
    for (const { name } of ours.slice(1)) add(name, undefined);
  }
  for (const one of ours) await one.stop();
  return { rows, targets, notes };
}

/** All of us against a bare server that sends what the first of us answered, byte for byte. */
async function compare(
  setting: Setting,
  { scenario, headers }: Variant,
  ours: readonly [Contender, ...Contender[]],
): Promise<Row[]> {
  const { folder, seconds } = setting;
  const [first] = ours;
  const asked = { headers: headers(await tagOf(first)) };
  const captured = keepFor(folder, scenario.replaceAll(" ", "-"), await ask(first, PATH, asked));
  const command = scriptAt("contenders/bare.ts", captured);
  const bare = await startContender({ name: BARE, command, folder, headers: first.headers });
  const entries = [{ contender: bare, load: { path: PATH, seconds, ...asked } }];
  for (const contender of ours) {
    // An answer of another version has another tag.
    entries.push({ contender, load: { path: PATH, seconds, headers: headers(await tagOf(contender)) } });
  }
  const rows = await takeTurns(setting, scenario, entries, WARM_UP_SECONDS);
  await bare.stop();
  return rows;
}

/** Empty where it sends none. */
const tagOf = async (contender: Contender): Promise<string> => (await ask(contender, PATH)).response.headers.etag ?? "";
