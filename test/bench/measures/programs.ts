import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { LOADER } from "../../support/service/process.ts";
import type { Findings, Target } from "../report.ts";
import type { Setting } from "../setting.ts";

/** What the passes of `ingest.ts` cost, as that program finds it. */
export async function measureIngest({ markets }: Setting): Promise<Findings> {
  const text = await run("ingest.ts", ["--markets", String(markets), "--json"], "pipe");
  const passes = JSON.parse(text.trim().split("\n").at(-1) ?? "") as readonly Pass[];
  const of = (name: string): Pass => {
    const found = passes.find(({ pass }) => pass === name);
    if (found === undefined) throw new Error(`ingest.ts has no pass '${name}'`);
    return found;
  };
  const [first, all, unchanged] = [of("first"), of("all"), of("unchanged")];
  const [random, traded] = [of("10,000 at random"), of("10,000 most traded")];
  const longestMs = Math.max(...passes.filter((pass) => pass !== first).map(({ longestStepMs }) => longestStepMs));
  const targets: Target[] = [
    { what: "ingest: first pass", measured: first.seconds, unit: "s", atMost: 55 },
    { what: "ingest: log of the first pass", measured: first.walMegabytes, unit: "MB", atMost: 1500 },
    { what: "ingest: changed markets", measured: all.marketsASecond, unit: "a second", atLeast: 25_000 },
    { what: "ingest: unchanged markets", measured: unchanged.marketsASecond, unit: "a second", atLeast: 110_000 },
    { what: "ingest: log of 10,000 at random", measured: random.walMegabytes, unit: "MB", atMost: 20 },
    { what: "ingest: log of 10,000 most traded", measured: traded.walMegabytes, unit: "MB", atMost: 6 },
    { what: "ingest: longest step after the first pass", measured: longestMs, unit: "ms", atMost: 50 },
  ];
  const notes = passes.map(
    ({ pass, markets: read, changed, seconds, cpuSeconds, walMegabytes, longestStepMs }) =>
      `ingest, ${pass}: ${read} read, ${changed} changed, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of ` +
      `processor time, WAL ${walMegabytes.toFixed(1)} MB, longest step ${longestStepMs.toFixed(0)} ms`,
  );
  return { targets, notes };
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
  await run("matching.ts", ["--markets", String(markets)], "inherit");
  return {};
}

/** Runs a measure that is a program of its own, to its end; gives what it wrote where that is piped. */
async function run(file: string, args: readonly string[], output: "pipe" | "inherit"): Promise<string> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ["--import", LOADER, path, ...args], { stdio: ["ignore", output, "inherit"] });
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return text;
}
