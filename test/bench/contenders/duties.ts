import { hash } from "node:crypto";
import etag from "@fastify/etag";
import rateLimit from "@fastify/rate-limit";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import pino from "pino";
import type { Db } from "./catalogue.ts";

/** Lines as the service's, gathered before they are written. */
export const createRequestLog = (): FastifyBaseLogger =>
  pino({ base: null }, pino.destination({ dest: 2, sync: false, minLength: 4096 }));

/** What this service does for each request beside the answer, by the usual plugins: keys, limits, tags, a log, a cache. */
export async function addDuties(app: Pick<FastifyInstance, "register" | "addHook">, db: Db): Promise<void> {
  const keys = new WeakMap<object, Key>();
  const findKey = db.prepare(FIND_KEY);
  app.addHook("onRequest", (request, reply, next) => {
    const secret = request.headers["x-api-key"];
    const digest = hash("sha256", typeof secret === "string" ? secret : "", "buffer");
    const key = findKey.get(digest, Date.now()) as Key | undefined;
    if (key === undefined) return void reply.code(401).send({ error: "this is not a valid API key" });
    keys.set(request, key);
    next();
  });
  await app.register(rateLimit, {
    max: (request) => keys.get(request)?.per_minute ?? 0,
    timeWindow: 60_000,
    keyGenerator: (request) => keys.get(request)?.key_id ?? "",
  });
  await app.register(etag);
  cacheAnswers(app);
  app.addHook("onResponse", (request, reply, next) => {
    const { id, method, routeOptions } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    const key_id = keys.get(request)?.key_id;
    request.log.info({ request_id: id, method, route: routeOptions.url, status, ms, key_id }, "request");
    next();
  });
}

const FIND_KEY = `
  SELECT key_id, coalesce(per_minute, 60) AS per_minute
  FROM key_secrets JOIN keys USING (key_id)
  WHERE digest = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`;

interface Key {
  readonly key_id: string;
  readonly per_minute: number;
}

/** Gives the same URL the same bytes and tag for 10 s, the longest that the service itself keeps an answer. */
function cacheAnswers(app: Pick<FastifyInstance, "addHook">): void {
  const answers = new LRUCache<string, { text: string; tag: string }>({ max: 10_000, ttl: 10_000 });
  app.addHook("preHandler", (request, reply, next) => {
    const answer = answers.get(request.url);
    if (answer === undefined) next();
    else reply.type("application/json; charset=utf-8").header("etag", answer.tag).send(answer.text);
  });
  app.addHook("onSend", (request, reply, text, next) => {
    const isNew = reply.statusCode === 200 && !answers.has(request.url);
    const tag = reply.getHeader("etag");
    if (isNew && typeof text === "string" && typeof tag === "string") answers.set(request.url, { text, tag });
    next(null, text);
  });
}
