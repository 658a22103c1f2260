import { randomBytes } from "node:crypto";
import { isForThisMachine, type Reach } from "../domain/reach.ts";

/** What opens the operator's pages. */
export interface OperatorToken {
  readonly value: string;
  /** True for one made at the start and shown on the terminal: it opens them to this machine alone. */
  readonly isMade: boolean;
}

interface OperatorTokenSettings extends Reach {
  readonly adminToken: string | undefined;
}

const BYTES = 24;

/**
 * The token that is set; else, where a terminal shows it and this machine alone reaches the service, a new one of 32
 * characters. Undefined where nobody may open the pages.
 */
export function chooseOperatorToken(settings: OperatorTokenSettings, hasTerminal: boolean): OperatorToken | undefined {
  if (settings.adminToken !== undefined) return { value: settings.adminToken, isMade: false };
  if (!hasTerminal || !isForThisMachine(settings)) return undefined;
  return { value: randomBytes(BYTES).toString("base64url"), isMade: true };
}

/** The address of the operator's pages; with a made token in its fragment, which browsers never send. */
export const operatorLink = (url: string, token: OperatorToken): string =>
  `${url}/admin${token.isMade ? `#${token.value}` : ""}`;
