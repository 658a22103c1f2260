import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Findings } from "../report.ts";
import type { Setting } from "../setting.ts";

/** What the passes of `ingest.ts` cost, as that program finds it in each project. */
export async function measureIngest({ markets, programs }: Setting): Promise<Findings> {
  const found: Findings[] = [];
  for (const { name, project } of programs) {
    if (project === undefined) continue;
    const text = await run(join(project, INGEST), ["--markets", String(markets), "--json"], "pipe");
    found.push(toFindings(name, JSON.parse(text.trim().split("\n").at(-1) ?? "") as readonly Pass[]));
  }
  return {
    targets: found.flatMap(({ targets = [] }) => targets),
    notes: found.flatMap(({ notes = [] }) => notes),
  };
}

const INGEST = "test/bench/measures/ingest.ts";

function toFindings(name: string, passes: readonly Pass[]): Findings {
  const of = (wanted: string): Pass => {
    const found = passes.find(({ pass }) => pass === wanted);
    if (found === undefined) throw new Error(`ingest.ts has no pass '${wanted}'`);
    return found;
  };
  const [all, unchanged] = [of("all").marketsASecond, of("unchanged").marketsASecond];
  return {
    targets: [
      { what: `ingest: changed markets, ${name}`, measured: all, unit: "a second", atLeast: 25_000 },
      { what: `ingest: unchanged markets, ${name}`, measured: unchanged, unit: "a second", atLeast: 60_000 },
    ],
    notes: passes.map(
      ({ pass, markets: read, changed, seconds, cpuSeconds, walMegabytes, longestStepMs }) =>
        `${name}: ingest, ${pass}: ${read} read, ${changed} changed, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s ` +
        `of processor time, WAL ${walMegabytes.toFixed(1)} MB, longest step ${longestStepMs.toFixed(0)} ms`,
    ),
  };
}

/** A pass over all platforms as `ingest.ts` prints it. */
interface Pass {
  readonly pass: string;
  readonly markets: number;
  readonly changed: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly marketsASecond: number;
  readonly walMegabytes: number;
  readonly longestStepMs: number;
}

/** `matching.ts` prints its figures itself. */
export async function measureMatching({ markets }: Setting): Promise<Findings> {
  await run(join(import.meta.dirname, "matching.ts"), ["--markets", String(markets)], "inherit");
  return {};
}

/** Runs a measure that is a program of its own, to its end; gives what it wrote where that is piped. */
async function run(file: string, args: readonly string[], output: "pipe" | "inherit"): Promise<string> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", output, "inherit"] });
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return text;
}
