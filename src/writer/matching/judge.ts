import { hash } from "node:crypto";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { addressesJudge, type JudgeVerdict, readAnswer, toMessages } from "../../domain/matching/judge.ts";
import { messageOf } from "../../errors.ts";
import { readBody } from "../../sources/fetcher.ts";
import { prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { queueMarkets, STAGES } from "../../store/matching/match-queue.ts";
import type { IngestDeps } from "../ingest/polled-platform.ts";

type JudgeSettings = NonNullable<Config["judge"]>;
type JudgeDeps = Pick<IngestDeps, "writing" | "clock" | "log" | "signal">;

/** The keys of two markets. */
type DuePair = Readonly<Record<"a" | "b", number>>;

/** A job position in the database: the day since 1970, times DAY, and the calls made on it. */
const CALLS = "judge-calls";
const DAY = 10_000_000;
const AT_ONCE = 4;
const TIMEOUT_MS = 30 * SECOND_MS;
const PAUSE_MS = 600 * SECOND_MS;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Asks a language model about pairs without a veto, within a budget of calls a day. Off without settings. */
export function createJudge(settings: JudgeSettings | undefined, { writing, clock, log, signal }: JudgeDeps) {
  const { db } = writing;
  let askFrom = Number.NEGATIVE_INFINITY;
  /** How often a call failed, by its pair. */
  const failures = new Map<string, number>();
  const countFailures = (pair: DuePair): number => failures.get(`${pair.a} ${pair.b}`) ?? 0;
  const today = (): number => Math.floor(clock.now() / DAY_MS) * DAY;
  const countCalls = (): number => {
    const calls = findPosition(db, CALLS) - today();
    return calls >= 0 && calls < DAY ? calls : 0;
  };
  const textOf = (marketKey: number) => prepare(db, "judge", "textsOf").pluck().get({ marketKey });
  const textsOf = ({ a, b }: DuePair): string => `{"first":${textOf(a)},"second":${textOf(b)}}`;

  /** Undefined where the call failed. */
  const tryToAsk = async (by: JudgeSettings, pair: DuePair, texts: string): Promise<JudgeVerdict | undefined> => {
    await writing.step(() => savePosition(db, CALLS, today() + countCalls() + 1));
    try {
      return await ask(by, texts, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      log.warn({ reason: messageOf(error) }, "the judge gave no verdict");
      failures.set(`${pair.a} ${pair.b}`, countFailures(pair) + 1);
      askFrom = clock.elapsed() + PAUSE_MS;
      return undefined;
    }
  };

  /** Gives whether a verdict was saved; else the pair comes again. */
  const judgePair = async (by: JudgeSettings, pair: DuePair): Promise<boolean> => {
    const texts = textsOf(pair);
    const digest = hash("sha256", by.model + texts);
    const unsent = addressesJudge(texts) ? ({ verdict: "unsure", sentence: "" } as const) : undefined;
    const found =
      prepare(db, "judge", "findByTexts").get({ texts: digest }) ?? unsent ?? (await tryToAsk(by, pair, texts));
    return writing.step(() => {
      // A text may have changed while the judge was asked.
      if (found === undefined || textsOf(pair) !== texts) return false;
      prepare(db, "judge", "save").run({ ...found, ...pair, texts: digest, model: by.model });
      if (found.verdict !== "unsure") queueMarkets(db, [pair.a, pair.b], STAGES.compare);
      return true;
    });
  };

  /** Pairs that failed wait for all others: some texts keep a model from ever giving a verdict. */
  const listNext = (count: number): DuePair[] =>
    prepare(db, "judge", "listDue")
      .all({ limit: count + failures.size })
      .sort((one, other) => countFailures(one) - countFailures(other))
      .slice(0, count);

  /** Judges pairs until none is due, the budget is spent, or a call fails; gives how many verdicts are new. */
  const run = async (): Promise<number> => {
    let judged = 0;
    while (settings !== undefined && !signal.aborted && clock.elapsed() >= askFrom) {
      // The budget may have been lowered since.
      const pairs = listNext(Math.max(0, Math.min(AT_ONCE, settings.callsPerDay - countCalls())));
      if (pairs.length === 0) break;
      const saved = await Promise.all(pairs.map((pair) => judgePair(settings, pair)));
      judged += saved.filter(Boolean).length;
    }
    return judged;
  };

  return { run, job: { name: "judge-pairs", everyMs: MINUTE_MS, run: async () => ({ pairs: await run() }) } };
}

interface Completion {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
}

/** The address is that of an OpenAI-compatible API, or of its chat completions themselves. */
async function ask({ url, model, key }: JudgeSettings, texts: string, signal: AbortSignal): Promise<JudgeVerdict> {
  const response = await fetch(url.endsWith("/chat/completions") ? url : `${url}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, temperature: 0, messages: toMessages(texts) }),
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`http_${response.status}`);
  const body = await readBody(response, MAX_ANSWER_BYTES);
  if (body === undefined) throw new Error("an answer that is too long");
  const content = (Object(JSON.parse(body.toString())) as Completion).choices?.[0]?.message?.content;
  if (typeof content !== "string") throw new Error("an answer without content");
  return readAnswer(content);
}
