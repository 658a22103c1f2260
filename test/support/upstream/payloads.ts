import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../shared/data/payloads/", import.meta.url));

/** Why a test on captured responses is skipped, or false when they are there. */
export const payloadsMissing: string | false = existsSync(folder) ? false : `no captured responses in ${folder}`;

/** A captured response body; some captures wrap it with the request. */
export function readPayload(path: string): unknown {
  const body = JSON.parse(readFileSync(`${folder}${path}`, "utf8")) as { _request?: unknown; response?: unknown };
  return body._request === undefined ? body : body.response;
}

/** The captured responses of a platform, for `readPayload`. */
export const listPayloads = (platform: string): readonly string[] =>
  readdirSync(`${folder}${platform}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => `${platform}/${path}`);
