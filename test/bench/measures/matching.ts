import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import pino from "pino";
import NODE_OPTIONS from "../../../bin/node-options.json" with { type: "json" };
import { SharedClock } from "../../../src/clock.ts";
import { readConfig } from "../../../src/config.ts";
import type { PlatformFetcher } from "../../../src/sources/fetcher.ts";
import type { Listing } from "../../../src/sources/source.ts";
import { STAGES } from "../../../src/store/matching/match-queue.ts";
import type { Feed } from "../../../src/writer/ingest/feed.ts";
import type { Writing } from "../../../src/writer/transactions/writing.ts";
import { openWriter, type Writer } from "../../../src/writer/writer.ts";
import { readGoldenPairs } from "../../support/matching/golden.ts";
import { DAY_MS, event, market, page, START } from "../../support/store/builders.ts";

/**
 * Times matching, each work in a process of its own: all markets for the first time, changed markets one by one, and a rebuild.
 * The markets are made of real titles where ../shared has them, else of the labelled pairs of the tests, again and again
 * with other names, figures and years, so that what matches in one variation matches in all.
 *
 *     node test/bench/measures/matching.ts --markets 300000 [--db FILE that is kept]
 */
async function main(): Promise<void> {
  const { markets, db, measure, work } = parseArgs({ options: OPTIONS }).values;
  if (measure !== undefined) {
    console.log(JSON.stringify({ work, ...(await measureOn(measure, work)) }));
    return;
  }
  const file = db ?? join(tmpdir(), "toteboard-bench", `matching-${markets}.db`);
  if (!existsSync(file)) await build(file, Number(markets));
  for (const one of WORKS) {
    const run = [import.meta.filename, "--measure", file, "--work", one];
    const { status } = spawnSync(process.execPath, [...NODE_OPTIONS, ...run], {
      stdio: "inherit",
    });
    if (status !== 0) throw new Error(`${one} ended with ${status}`);
  }
}

/** `first` has nothing to do in a file that has been matched before. */
const WORKS = ["first", "change", "rebuild"] as const;

const OPTIONS = {
  markets: { type: "string", default: "300000" },
  db: { type: "string" },
  measure: { type: "string" },
  work: { type: "string", default: "rebuild" },
} as const;

async function measureOn(file: string, work: string) {
  const { matcher, writing, close } = open(file);
  if (work === "change") {
    const waits = await measureChanges({ matcher, writing });
    await close();
    return waits;
  }
  const longest = timeSteps(writing);
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await (work === "rebuild" ? matcher.rebuild() : matcher.runDue());
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const measured = {
    ...writing.matching.counts(),
    seconds,
    cpuSeconds: (user + system) / 1e6,
    longestStepMs: longest.stepMs,
    longestStepCpuMs: longest.stepCpuMs,
    longestPauseMs: pauses.max / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  await close();
  return measured;
}

/** Markets from all over ask something else, one after the other: how long until each is matched. */
async function measureChanges({ matcher, writing }: Pick<Writer, "matcher" | "writing">) {
  const { db, matching } = writing;
  const { questions } = matching.counts();
  const list = db.prepare("SELECT market_key FROM propositions ORDER BY market_key LIMIT 1 OFFSET ?").pluck();
  const change = db.prepare("UPDATE markets SET title = title || ' once more' WHERE market_key = ?");
  const waitsMs: number[] = [];
  for (let one = 0; one < CHANGES; one++) {
    const marketKey = list.get(Math.floor(((one + 0.5) * questions) / CHANGES)) as number;
    await writing.step(() => {
      change.run(marketKey);
      matching.queue.add([marketKey], STAGES.read);
    });
    const startedAt = performance.now();
    await matcher.runDue();
    waitsMs.push(performance.now() - startedAt);
  }
  const sorted = waitsMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  return { changes: CHANGES, medianMs: at(0.5), p90Ms: at(0.9), longestMs: at(1) };
}

const CHANGES = 60;

/** The longest step so far, its commit included; time of the processor as well, since others may use the machine. */
function timeSteps(writing: Writing) {
  const longest = { stepMs: 0, stepCpuMs: 0 };
  const { step } = writing;
  const timed: typeof step = async (work) => {
    let [startedAt, cpu] = [0, process.threadCpuUsage()];
    const result = await step((allowance) => {
      [startedAt, cpu] = [performance.now(), process.threadCpuUsage()];
      return work(allowance);
    });
    const { user, system } = process.threadCpuUsage(cpu);
    longest.stepMs = Math.max(longest.stepMs, performance.now() - startedAt);
    longest.stepCpuMs = Math.max(longest.stepCpuMs, (user + system) / 1000);
    return result;
  };
  writing.step = timed;
  writing.part = timed;
  return longest;
}

function open(file: string, feeds: readonly Feed[] = []): Writer {
  const clock = new SharedClock();
  clock.fixAt(START);
  const config = readConfig({ db: file }, { isDemo: false, environment: {}, envFile: join(tmpdir(), "no-such.env") });
  const log = pino({ level: "warn" }, pino.destination(2));
  return openWriter({ config, addonPath: undefined, clock, log, feeds });
}

interface Title {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  readonly eventTitle: string;
  readonly outcomeLabel: string | null;
  readonly closesAt: number | null;
}

const PLATFORMS = ["kalshi", "polymarket", "manifold", "predictit"] as const;
const TITLES = new URL("../../../../shared/data/matching/", import.meta.url);
const PAGE_MARKETS = 1000;

/** Lets the writer read the made-up markets as four platforms list them, and leaves them unmatched. */
async function build(file: string, count: number): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const titles = varied(readTitles(), count);
  const feeds = PLATFORMS.map((platform) => toFeed(platform, titles));
  const writer = open(unfinished, feeds);
  await Promise.all(writer.feeds.runOnce(new Set()));
  await writer.close();
  renameSync(unfinished, file);
}

function toFeed(platform: string, titles: readonly Title[]): Feed {
  const fetcher: PlatformFetcher = {
    json: () => Promise.reject(new Error("nothing is fetched")),
    until: () => fetcher,
  };
  const source = {
    platform,
    normalise: (body: unknown) => body as Listing,
    async *fetchOpen() {
      yield* pagesOf(titles.filter((one) => one.platform === platform));
    },
  };
  return { source, fetcher, slowFetcher: fetcher, cadence: { fullEverySeconds: 1800, activeEverySeconds: 300 } };
}

function* pagesOf(titles: readonly Title[]) {
  for (let start = 0; start < titles.length; start += PAGE_MARKETS) {
    const part = titles.slice(start, start + PAGE_MARKETS);
    const markets = part.map(({ id, eventTitle, title, outcomeLabel, closesAt }) =>
      market({ id, eventId: eventTitle, title, outcomeLabel, closesAt, createdAt: null }),
    );
    yield page(
      markets,
      [...new Set(part.map(({ eventTitle }) => eventTitle))].map((title) => event({ id: title, title })),
    );
  }
}

function readTitles(): Title[] {
  if (!existsSync(TITLES)) return readGoldenTitles();
  return PLATFORMS.flatMap((platform) =>
    readFileSync(new URL(`titles_${platform}.jsonl`, TITLES), "utf8")
      .trim()
      .split("\n")
      .map((line): Title => {
        const row = JSON.parse(line) as Record<string, string | undefined>;
        const { id = "", title = "", event_title: eventTitle = title, outcome = null, close_time: closes } = row;
        return { platform, id, title, eventTitle, outcomeLabel: outcome, closesAt: toTime(closes) };
      }),
  );
}

const readGoldenTitles = (): Title[] =>
  readGoldenPairs().flatMap(({ a, b }, index) =>
    [a, b].map((one, side) => ({ ...one, id: `g${index}-${side}`, closesAt: toTime(one.closesAt ?? undefined) })),
  );

const toTime = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));

/** As many as wanted: the titles as they are, then with other names, figures and years. */
function varied(titles: readonly Title[], count: number): Title[] {
  const frequencies = new Map<string, number>();
  for (const { title } of titles) {
    for (const word of title.match(WORD) ?? []) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const isName = (word: string): boolean =>
    /^[A-Z]/.test(word) && (frequencies.get(word) ?? 0) <= MAX_MARKETS_OF_A_NAME;
  const all: Title[] = [];
  for (let round = 0; all.length < count; round++) {
    const vary = (text: string): string => (round === 0 ? text : varyText(text, round, isName));
    for (const one of titles) {
      const title = vary(one.title);
      if (round > 0 && title === one.title) continue;
      const closesAt = one.closesAt === null ? null : Math.max(one.closesAt + yearsIn(round) * YEAR_MS, START + DAY_MS);
      const outcomeLabel = one.outcomeLabel === null ? null : vary(one.outcomeLabel);
      all.push({ ...one, id: `${one.id}~${round}`, title, eventTitle: vary(one.eventTitle), outcomeLabel, closesAt });
      if (all.length === count) break;
    }
  }
  return all;
}

const WORD = /[A-Za-z]+/g;
/** Words that occur more often are no names, or such as everybody knows. */
const MAX_MARKETS_OF_A_NAME = 40;
const YEAR_MS = 365.25 * DAY_MS;
const yearsIn = (round: number): number => round % 8;

const varyText = (text: string, round: number, isName: (word: string) => boolean): string =>
  text
    .replace(/\b20[2-6]\d\b/g, (year) => String(Number(year) + yearsIn(round)))
    .replace(/\b(?!20\d\d\b)\d{2,}\b/g, (figure) => (Number(figure) < 32 ? figure : String(Number(figure) + round)))
    .replace(WORD, (word) => (isName(word) ? nameFor(word, round) : word));

const SYLLABLES = "ba ce do fi gu ha je ko li mu na pe ro si tu va wo xe ya zo bran dell fort gard held".split(" ");

/** Another name, the same for the same word in the same round. */
function nameFor(word: string, round: number): string {
  let hash = round * 0x9e3779b1;
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const parts = [0, 8, 16].map((shift) => SYLLABLES[((hash >>> shift) & 0xff) % SYLLABLES.length] ?? "");
  const name = parts.join("");
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

await main();
