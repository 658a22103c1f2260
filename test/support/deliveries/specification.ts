import { createHmac, timingSafeEqual } from "node:crypto";
import type { ReceivedRequest } from "./receiver.ts";

const TOLERANCE_SECONDS = 5 * 60;

/**
 * Verifies a request as the specification of Standard Webhooks 1.0 says, without its library
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Gives what is wrong.
 */
export function faultOfSignature(
  { headers, body }: ReceivedRequest,
  secret: string,
  nowMs: number,
): string | undefined {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (typeof id !== "string" || id.includes(".") || id === "") return "webhook-id";
  if (typeof timestamp !== "string" || !/^\d+$/.test(timestamp)) return "webhook-timestamp";
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return "too old or too new";
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length < 24 || key.length > 64) return "the secret is not of 24 to 64 bytes";
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  const given = String(signatures)
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice("v1,".length), "base64"));
  return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
    ? undefined
    : "no signature fits";
}
