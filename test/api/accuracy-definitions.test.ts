import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { it } from "node:test";
import { fillResults } from "../support/accuracy/results.ts";
import { openTestApi } from "../support/service/api.ts";
import { openTestWriter } from "../support/store/writer.ts";

const MARKETS = 20_000;
const SCRIPT = new URL("../support/accuracy/definitions.py", import.meta.url).pathname;

/** As the script takes them; times in epoch seconds. */
const QUERIES: readonly Readonly<Record<string, string | number>>[] = [
  {},
  { criterion: "life_50", weight: "volume", platform: "kalshi" },
  { criterion: "7d", weight: "duration", category: "politics" },
  { criterion: "last", min_volume: 2000, from: 1_750_000_000, to: 1_780_000_000 },
  { criterion: "life_mean", platform: "manifold", category: "crypto" },
];

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

interface Answer {
  readonly bins: readonly Figures[];
  readonly split: number;
  readonly platforms: Readonly<Record<string, Figures>>;
  readonly categories: Readonly<Record<string, Figures>>;
  readonly horizons: Readonly<Record<string, Figures>>;
}

type Figures = Readonly<Record<string, number | null>>;

/** Every figure that is expected, to 1e-9. */
function assertClose(found: Figures | undefined, expected: Figures, what: string): void {
  for (const [name, value] of Object.entries(expected)) {
    const own = found?.[name];
    if (value === null) assert.equal(own, null, `${what} ${name}`);
    else assert.ok(Math.abs(Number(own) - value) < 1e-9, `${what} ${name}: ${own}, by its definition ${value}`);
  }
}

it(`figures of ${MARKETS} markets are those of their definitions`, {
  skip: !hasPython() && "there is no python3",
}, async () => {
  const test = openTestWriter();
  fillResults(test.db, MARKETS);
  const output = execFileSync("python3", [SCRIPT, test.file, JSON.stringify(QUERIES)], { maxBuffer: 2 ** 26 });
  const answers = JSON.parse(output.toString()) as readonly Answer[];
  const server = await openTestApi({ writer: test, hasTestKey: true });
  for (const [index, { from, to, ...query }] of QUERIES.entries()) {
    const [expected, what] = [answers[index] ?? assert.fail(), JSON.stringify(QUERIES[index])];
    const times = Object.entries({ from, to }).flatMap(([name, at]): [string, string][] =>
      at === undefined ? [] : [[name, new Date(Number(at) * 1000).toISOString()]],
    );
    const asked = new URLSearchParams(times);
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
    const read = async (name: string) => (await server.get(`/api/v1/analytics/${name}?${asked}`)).json;
    const { data: calibration, meta } = await read("calibration");
    const { data: accuracy } = await read("accuracy");
    assert.equal(meta.split, expected.split, what);
    assert.equal(calibration.bins.length, expected.bins.length, what);
    for (const [at, bin] of expected.bins.entries()) assertClose(calibration.bins[at], bin, `${what} bin ${at}`);
    for (const [list, name] of [
      ["platforms", "platform"],
      ["categories", "category"],
    ] as const) {
      const found = new Map<string, Figures>(accuracy[list].map((row: Record<string, string>) => [row[name], row]));
      assert.deepEqual([...found.keys()].toSorted(), Object.keys(expected[list]).toSorted(), what);
      for (const [key, figures] of Object.entries(expected[list]))
        assertClose(found.get(key), figures, `${what} ${key}`);
    }
    for (const [key, figures] of Object.entries(expected.horizons)) {
      const find = (row: Record<string, string>) => `${row.platform} ${row.criterion}` === key;
      assertClose(accuracy.horizons.find(find), figures, `${what} ${key}`);
    }
  }
});
