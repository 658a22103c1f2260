import { createHash } from "node:crypto";
import { type Clock, DAY_MS, SECOND_MS } from "../../clock.ts";
import {
  addressesJudge,
  type JudgedTexts,
  type JudgeVerdict,
  readAnswer,
  toMessages,
} from "../../domain/matching/judge.ts";
import { messageOf } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { readBody } from "../../sources/fetcher.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import type { JudgedPair } from "../../store/matching/judge.ts";
import { STAGES } from "../../store/matching/match-queue.ts";
import type { Writing } from "../transactions/writing.ts";

export interface JudgeSettings {
  /** Base address of an OpenAI-compatible API, or its chat completions themselves. */
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly callsPerDay: number;
}

interface JudgeDeps {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Job positions in the database: the day, since 1970, and the calls made on it. */
const [DAY, CALLS] = ["judge-day", "judge-calls"];
const AT_ONCE = 4;
const TIMEOUT_MS = 30 * SECOND_MS;
const PAUSE_MS = 600 * SECOND_MS;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Asks a language model about pairs without a veto, within a budget of calls a day. Off without settings. */
export function createJudge(settings: JudgeSettings | undefined, { writing, clock, log, signal }: JudgeDeps) {
  const { judge, queue } = writing.matching;
  let askFrom = Number.NEGATIVE_INFINITY;
  /** Pairs that a call failed for, by their keys. */
  const failed = new Set<string>();

  const callsLeft = ({ callsPerDay }: JudgeSettings): number => {
    const isToday = findPosition(writing.db, DAY) === today();
    // The budget may have been lowered since, and a limit below 0 is none.
    return Math.max(0, callsPerDay - (isToday ? findPosition(writing.db, CALLS) : 0));
  };
  const today = (): number => Math.floor(clock.now() / DAY_MS);
  const countCall = (): Promise<void> =>
    writing.step(() => {
      const made = findPosition(writing.db, DAY) === today() ? findPosition(writing.db, CALLS) : 0;
      savePosition(writing.db, DAY, today());
      savePosition(writing.db, CALLS, made + 1);
    });

  /** Undefined where the call failed: nothing is saved, and the pair comes again. */
  const judgePair = async (by: JudgeSettings, pair: JudgedPair): Promise<JudgeVerdict | undefined> => {
    const sides = toTexts(pair);
    const known = judge.findByTexts(digestOf(by.model, sides));
    if (known !== undefined) return known;
    if (addressesJudge(sides)) return { verdict: "unsure", sentence: "" };
    await countCall();
    try {
      return await ask(by, sides, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      log.warn({ reason: messageOf(error) }, "the judge gave no verdict");
      failed.add(nameOf(pair));
      askFrom = clock.elapsed() + PAUSE_MS;
      return undefined;
    }
  };

  /** Pairs that failed wait for all others: some texts keep a model from ever giving a verdict. */
  const listNext = (count: number): JudgedPair[] => {
    if (count === 0) return [];
    const due = judge.listDue(count + failed.size);
    const others = due.filter((pair) => !failed.has(nameOf(pair)));
    if (others.length === 0) failed.clear();
    return (others.length === 0 ? due : others).slice(0, count);
  };

  return {
    /** Judges pairs until none is due, the budget is spent, or a call fails; gives how many verdicts are new. */
    async run(): Promise<number> {
      let judged = 0;
      while (settings !== undefined && !signal.aborted && clock.elapsed() >= askFrom) {
        const pairs = listNext(Math.min(AT_ONCE, callsLeft(settings)));
        if (pairs.length === 0) break;
        const verdicts = await Promise.all(pairs.map((pair) => judgePair(settings, pair)));
        await writing.step(() => {
          // A text may have changed while the judge was asked: such a pair comes again.
          const now = new Map(judge.listDue(pairs.length + failed.size).map((pair) => [nameOf(pair), toTexts(pair)]));
          for (const [at, pair] of pairs.entries()) {
            const [found, sides] = [verdicts[at], now.get(nameOf(pair))];
            const { a, b } = pair;
            const texts = digestOf(settings.model, toTexts(pair));
            if (found === undefined || sides === undefined || digestOf(settings.model, sides) !== texts) continue;
            judge.save({ ...found, a, b, texts, model: settings.model });
            if (found.verdict !== "unsure") queue.add([a, b], STAGES.compare);
            judged++;
          }
        });
      }
      return judged;
    },
  };
}

const nameOf = ({ a, b }: JudgedPair): string => `${a} ${b}`;

const MAX_RULES_CHARACTERS = 4000;

const toTexts = (pair: JudgedPair): readonly [JudgedTexts, JudgedTexts] => [
  toSide(pair.aTitle, pair.aEvent, pair.aRules, pair.aCloses),
  toSide(pair.bTitle, pair.bEvent, pair.bRules, pair.bCloses),
];

const toSide = (title: string, event: string, rules: string, closesAt: number | null): JudgedTexts => ({
  title,
  event,
  rules: rules.slice(0, MAX_RULES_CHARACTERS),
  closes_at: closesAt === null ? null : new Date(closesAt).toISOString(),
});

const digestOf = (model: string, sides: readonly JudgedTexts[]): string =>
  createHash("sha256")
    .update(JSON.stringify([model, sides]))
    .digest("hex");

interface Completion {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
}

async function ask(
  { url, model, key }: JudgeSettings,
  sides: readonly [JudgedTexts, JudgedTexts],
  signal: AbortSignal,
) {
  const response = await fetch(url.endsWith("/chat/completions") ? url : `${url}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, temperature: 0, messages: toMessages(...sides) }),
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
