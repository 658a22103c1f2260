import { createRoutes } from "../../src/api/index.ts";
import { describeParameter } from "../../src/http/openapi/json-schema.ts";
import type { Parameter } from "../../src/http/parameters.ts";
import type { Endpoint } from "../../src/http/route.ts";
import { exampleOf, string } from "../../src/http/schema.ts";
import { samplesOf } from "../support/service/samples.ts";
import { testConfig } from "../support/store/writer.ts";
import type { Chance } from "./chance.ts";
import type { Generated } from "./flood.ts";
import { METHODS, mutatedHeader, mutateText, RAW_PIECES } from "./mutations.ts";

const endpoints = createRoutes(testConfig());
const readers = endpoints.filter(({ method }) => method === "GET");
const writers = endpoints.filter(({ method }) => method !== "GET");

/** Requests that write, which cost a write to the disk each. */
const WRITES = 0.004;
/** About half are left as they are. */
const UNTOUCHED = 0.5;

/** A request as a caller would make it, or one that was tampered with in one to three places. */
export function generate(chance: Chance, secret: string): Generated {
  const endpoint = chance.pick(chance.happens(WRITES) ? writers : readers);
  const draft = drafted(endpoint, chance, secret);
  if (chance.happens(UNTOUCHED)) return finish(draft);
  for (let count = 1 + chance.below(3); count > 0; count--) chance.pick(TAMPERINGS)(draft, chance);
  return finish(draft);
}

interface Draft {
  method: string;
  segments: string[];
  /** Encoded already. */
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: string | undefined;
  suffix: string;
}

function drafted({ method, path, parameters, exampleQuery = {} }: Endpoint, chance: Chance, secret: string): Draft {
  const exampleText = (name: string): string => {
    const parameter = parameters[name];
    const json = parameter === undefined ? {} : describeParameter(parameter);
    const told = exampleQuery[name] ?? json.default ?? json.minimum;
    // Flags and names of fields have no example.
    const isSampled = parameter !== undefined && (parameter.kind === "flag" || parameter.kind === "list");
    const sample = isSampled && json.examples === undefined ? samplesOf(parameter).valid[0] : undefined;
    return String(told ?? sample ?? exampleOf(parameter?.schema ?? string()));
  };
  const textFor = (name: string, parameter: Parameter<unknown>): string => {
    const { valid } = samplesOf(parameter);
    return valid.length > 0 && chance.happens(0.5) ? chance.pick(valid) : exampleText(name);
  };
  const segments = path
    .split("/")
    .map((one) => (one.startsWith(":") ? encodeURIComponent(exampleText(one.slice(1))) : one));
  const query = Object.entries(parameters)
    // A cursor is what an earlier answer gave; made-up ones come with the names that are tampered with.
    .filter(([, { in: place, kind }]) => place === "query" && kind !== "token")
    .filter(([name, { isRequired }]) => isRequired || name in exampleQuery || chance.happens(0.2))
    .map(([name, parameter]): [string, string] => [name, encode(textFor(name, parameter))]);
  return { method, segments, query, headers: { "X-API-Key": secret }, body: undefined, suffix: "" };
}

type Tampering = (draft: Draft, chance: Chance) => void;

const TAMPERINGS: readonly Tampering[] = [
  (draft, chance) => {
    const pair = draft.query[chance.below(draft.query.length)];
    if (pair !== undefined) pair[1] = encode(mutateText(decodeURIComponent(pair[1]), chance));
  },
  (draft, chance) => {
    const pair = draft.query[chance.below(draft.query.length)];
    if (pair !== undefined) draft.query.push([...pair]);
  },
  (draft, chance) => void draft.query.push([encode(mutateText("q", chance)), "1"]),
  (draft, chance) => void draft.query.push(["cursor", encode(mutateText("eyJ2IjoxfQ", chance))]),
  (draft, chance) => {
    draft.suffix += chance.pick(RAW_PIECES);
  },
  (draft, chance) => {
    const at = chance.below(draft.segments.length);
    draft.segments[at] = encode(mutateText(draft.segments[at] ?? "", chance));
  },
  (draft, chance) =>
    void draft.segments.splice(chance.below(draft.segments.length + 1), chance.below(2), chance.pick(RAW_PIECES)),
  (draft, chance) => {
    draft.method = chance.pick(METHODS);
  },
  (draft, chance) => void Object.assign(draft.headers, mutatedHeader(chance)),
  (draft, chance) => {
    draft.headers["X-API-Key"] = mutateText(draft.headers["X-API-Key"] ?? "", chance).replace(/[^ -~]/g, "?");
  },
  (draft, chance) => {
    draft.body = mutateText("{}", chance).repeat(chance.happens(0.02) ? 200 : 1);
  },
];

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function finish({ method, segments, query, headers, body, suffix }: Draft): Generated {
  const pairs = query.map(([name, value]) => `${name}=${value}`);
  const path = segments.join("/");
  const target = `${path.startsWith("/") ? "" : "/"}${path}?${pairs.join("&")}${suffix}`;
  return { method, path: target.replace(/[^!-~]/g, (c) => encodeURIComponent(c)), headers, body };
}
