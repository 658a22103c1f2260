// Says whether a message to a webhook is genuine: signed with its secret, and at most five minutes old.
import { createHmac, timingSafeEqual } from "node:crypto";

/** `body` is the text as it came, before it is read as JSON; names of headers are in lower case. */
export function isGenuine(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const own = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64")}`);
  const given = signatures.split(" ").map((one) => Buffer.from(one));
  const isSigned = given.some((one) => one.length === own.length && timingSafeEqual(one, own));
  return isSigned && Math.abs(Date.now() / 1000 - Number(time)) < 300;
}
