import { toIso } from "../clock.ts";
import type { Answer } from "./route.ts";

/**
 * The part of a body that is the same whenever the answer is. An envelope is left open inside `meta`, for `toTail` to
 * close with what differs each time.
 */
export function toHead(answer: Answer, isDemo: boolean): string {
  if ("body" in answer) return JSON.stringify(answer.body);
  // Those go into the tail, together with the request's own.
  const meta = { ...answer.meta, warnings: undefined };
  const figures = JSON.stringify(isDemo ? { ...meta, demo: true } : meta).slice(1, -1);
  return `{"data":${JSON.stringify(answer.data)},"meta":{${figures}${figures === "" ? "" : ","}`;
}

/** What closes the body that `toHead` began. */
export function toTail(varying: { responseMs: number; warnings: readonly string[]; now: number }): string {
  const warnings = varying.warnings.length === 0 ? "" : `,"warnings":${JSON.stringify(varying.warnings)}`;
  const responseMs = Math.round(varying.responseMs * 100) / 100;
  return `"response_ms":${responseMs}${warnings}},"timestamp":"${isoAt(varying.now)}"}`;
}

/** Many answers are given within a millisecond. */
let last = { ms: Number.NaN, text: "" };

function isoAt(ms: number): string {
  if (ms !== last.ms) last = { ms, text: toIso(ms) };
  return last.text;
}
