import { Resolver } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { AddressRules } from "../domain/addresses.ts";
import { ALLOWING, hostOf, MAX_ANSWER_BYTES, portOf, TRY_MS, type TryOutcome } from "../domain/webhooks.ts";
import { VERSION } from "../version.ts";

/** A request as a target wants it. */
export interface TargetRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a try. */
export interface TargetAnswer {
  readonly outcome: TryOutcome;
  readonly statusCode: number | null;
  readonly answer: string;
  readonly retryAfter?: string | undefined;
}

/** The addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

interface PostDeps {
  readonly rules: AddressRules;
  readonly signal: AbortSignal;
  readonly resolve: Resolve;
  readonly timeoutMs?: number;
}

/**
 * Sends JSON to a URL that a caller gave, and follows no redirect. Never rejects. A name is looked up for each connection,
 * and what the socket connects to is what was checked: nothing looks it up once more.
 */
export function post({ url, headers, body }: TargetRequest, deps: PostDeps): Promise<TargetAnswer> {
  const { rules, signal, timeoutMs = TRY_MS } = deps;
  const [host, port] = [hostOf(url), portOf(url)];
  // An address in a URL is not looked up, so its check is here.
  if (isIP(host) !== 0 && !rules.permits(host, port)) return Promise.resolve(FORBIDDEN);
  const { promise, resolve } = Promise.withResolvers<TargetAnswer>();
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = send(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "User-Agent": `Toteboard/${VERSION}`,
      ...headers,
    },
    // A connection of its own each time, or a name would be looked up only for the first.
    agent: false,
    lookup: checkedLookup(deps, port),
    signal,
  });
  let response: IncomingMessage | undefined;
  let [answer, hasTimedOut] = ["", false];
  const deadline = setTimeout(() => {
    hasTimedOut = true;
    request.destroy();
  }, timeoutMs);
  request.on("response", (received) => {
    response = received;
    const chunks: Buffer[] = [];
    received.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      answer = bytes.toString("utf8", 0, MAX_ANSWER_BYTES);
      if (bytes.length >= MAX_ANSWER_BYTES) request.destroy();
    });
    // It closes too; what came is what counts.
    received.on("error", () => undefined);
  });
  let failure: Error | undefined;
  request.on("error", (error) => {
    failure = error;
  });
  request.on("close", () => {
    clearTimeout(deadline);
    resolve(response === undefined ? toFailure(failure, hasTimedOut) : toAnswer(response, answer));
  });
  request.end(body);
  return promise;
}

const FORBIDDEN: TargetAnswer = {
  outcome: "forbidden",
  statusCode: null,
  answer: `the address is not a public one on port 443, 80, 8443 or 8080${ALLOWING}`,
};

function toAnswer({ statusCode = 0, headers }: IncomingMessage, answer: string): TargetAnswer {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return {
    outcome: isSuccess ? "delivered" : "refused",
    statusCode,
    answer: isRedirect ? "redirects are not followed; give the final address" : answer,
    retryAfter: headers["retry-after"] ?? /"retry_after": *([\d.]+)/.exec(answer)?.[1],
  };
}

/** Of an error its code alone: messages name addresses. */
function toFailure(error: Error | undefined, hasTimedOut: boolean): TargetAnswer {
  if (error instanceof ForbiddenError) return FORBIDDEN;
  if (hasTimedOut) return { outcome: "timeout", statusCode: null, answer: "no answer in time" };
  return { outcome: "unreachable", statusCode: null, answer: codeOf(error) };
}

export const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "the connection ended early";

class ForbiddenError extends Error {}

/** The socket's own lookup: it fails where any address of a name must not be called. */
const checkedLookup =
  ({ rules, resolve }: PostDeps, port: number): LookupFunction =>
  (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first = ""] = addresses;
        const isForbidden = !addresses.every((address) => rules.permits(address, port));
        if (isForbidden || first === "") callback(new ForbiddenError(), []);
        else if (all !== true) callback(null, first, isIP(first));
        else
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

/** A server of names that does not answer holds up nobody else: the system's resolver would take one of four threads. */
const DNS = { timeout: 3000, tries: 2 };

/** Asks the DNS. Names of the hosts file are not known, but for that of this machine. */
export const resolveByDns: Resolve = async (host) => {
  if (/^(.*\.)?localhost\.?$/i.test(host)) return ["127.0.0.1"];
  const resolver = new Resolver(DNS);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const [first] = found;
  if (addresses.length === 0) throw first?.status === "rejected" ? first.reason : new Error("no address");
  return addresses;
};
