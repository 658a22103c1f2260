import { toIso } from "../clock.ts";
import { beginJson, type Json, takeText, writeText } from "./json.ts";
import type { Answer, Written } from "./route.ts";

/** Longer ones stay as they were written. */
const MOST_BYTES_AS_TEXT = 64 * 1024;

/**
 * The part of a body that is the same whenever the answer is. An envelope is left open inside `meta`, for `toTail` to
 * close with what differs each time. Of data that writes itself it is JSON, which is to be released, where it is long.
 */
export function toHead(answer: Answer, isDemo: boolean): string | Json {
  if ("body" in answer) return JSON.stringify(answer.body);
  // Those go into the tail, together with the request's own.
  const meta = { ...answer.meta, warnings: undefined };
  const figures = JSON.stringify(isDemo ? { ...meta, demo: true } : meta).slice(1, -1);
  const end = `,"meta":{${figures}${figures === "" ? "" : ","}`;
  return "data" in answer ? `{"data":${JSON.stringify(answer.data)}${end}` : writeHead(answer, end);
}

function writeHead(answer: Written, end: string): string | Json {
  const json = beginJson();
  writeText(json, '{"data":');
  answer.writeData(json);
  writeText(json, end);
  return json.length > MOST_BYTES_AS_TEXT ? json : takeText(json);
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
