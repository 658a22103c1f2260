import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { Contender } from "../contenders/contender.ts";
import type { Answered, Load } from "./load.ts";

/** Puts a server under load from within this process: for where wrk is missing, and rounds shorter than a second. */
export async function runAutocannon(contender: Contender, load: Load): Promise<Answered> {
  const result = await autocannon({
    url: contender.url + (load.path ?? "/"),
    connections: load.connections,
    duration: load.seconds,
    // It ends with a sample, so that short rounds need short ones.
    sampleInt: SAMPLE_MS,
    headers: { ...contender.headers, ...load.headers },
    ...(load.pathFile === undefined ? {} : { requests: pathsFrom(load.pathFile, load.from ?? 0) }),
  });
  const { latency, requests, errors, duration, throughput } = result;
  return {
    requests: requests.total,
    durationUs: duration * 1e6,
    bytes: throughput.total,
    failed: errors + result["4xx"] + result["5xx"],
    p50Us: latency.p50 * 1000,
    p99Us: latency.p99 * 1000,
    maxUs: latency.max * 1000,
  };
}

const SAMPLE_MS = 100;

function pathsFrom(file: string, from: number): { path: string }[] {
  const paths = readFileSync(file, "utf8").trim().split("\n");
  const start = from % paths.length;
  return [...paths.slice(start), ...paths.slice(0, start)].map((path) => ({ path }));
}
