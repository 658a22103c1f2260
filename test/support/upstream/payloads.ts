import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../shared/data/payloads/", import.meta.url));

/** Why a test on captured responses is skipped, or false when they are there. */
export const payloadsMissing: string | false = existsSync(folder) ? false : `no captured responses in ${folder}`;

/** A captured response body; some captures wrap it with the request. */
export function readPayload(path: string): unknown {
  const body = JSON.parse(readFileSync(`${folder}${path}`, "utf8")) as { _request?: unknown; response?: unknown };
  return body._request === undefined ? body : body.response;
}
