import { toIso } from "../../clock.ts";
import { beginJson, type Json, takeText, writeText } from "../json.ts";
import type { Answer, Written } from "../route.ts";

/** Longer ones are bytes: joined as text, each step copies them, and leaves garbage. */
const MOST_BYTES_AS_TEXT = 64 * 1024;

/**
 * The part of a body that is the same whenever the answer is. An envelope is left open inside `meta`, for `toTail` to
 * close with what differs each time. A long one is JSON, which is to be released.
 */
export function toHead(answer: Answer, isDemo: boolean): string | Json {
  if ("body" in answer) return JSON.stringify(answer.body);
  // Those go into the tail, together with the request's own.
  const meta = { ...answer.meta, warnings: undefined };
  const figures = JSON.stringify(isDemo ? { ...meta, demo: true } : meta).slice(1, -1);
  const end = `,"meta":{${figures}${figures === "" ? "" : ","}`;
  if (!("data" in answer)) return writeHead((json) => answer.writeData(json), end);
  const data = JSON.stringify(answer.data);
  return data.length > MOST_BYTES_AS_TEXT ? writeHead((json) => writeText(json, data), end) : `{"data":${data}${end}`;
}

function writeHead(writeData: Written["writeData"], end: string): string | Json {
  const json = beginJson();
  writeText(json, '{"data":');
  writeData(json);
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
