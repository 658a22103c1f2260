import { toIso } from "../../clock.ts";
import type { Answer } from "../route.ts";

/**
 * The part of a body that is the same whenever the answer is. An envelope is left open inside `meta`; `toTail` closes it
 * with what differs each time.
 */
export function toHead(answer: Answer, isDemo: boolean): string {
  if ("body" in answer) return JSON.stringify(answer.body);
  // Warnings go into the tail, together with the request's own.
  const meta = { ...answer.meta, warnings: undefined };
  const members = JSON.stringify(isDemo ? { ...meta, demo: true } : meta).slice(1, -1);
  return `{"data":${JSON.stringify(answer.data)},"meta":{${members}${members === "" ? "" : ","}`;
}

/** Closes the body that `toHead` began. */
export function toTail(varying: { responseMs: number; warnings: readonly string[]; now: number }): string {
  const warnings = varying.warnings.length === 0 ? "" : `,"warnings":${JSON.stringify(varying.warnings)}`;
  const responseMs = Math.round(varying.responseMs * 100) / 100;
  return `"response_ms":${responseMs}${warnings}},"timestamp":"${toIso(varying.now)}"}`;
}
