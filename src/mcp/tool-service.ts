import type { Clock } from "../clock.ts";
import { AppError, messageOf, quote } from "../errors.ts";
import type { describeParameter } from "../http/openapi/json-schema.ts";
import { warnOfMatching } from "../http/paging.ts";
import { type Parameter, type Parameters, readValue } from "../http/parameters.ts";
import { toPublicError } from "../http/responding/reply.ts";
import type { CallAccount } from "../http/route.ts";
import { nearestName } from "../spelling.ts";
import type { Store } from "../store/open.ts";
import { findMarkets, getMarket } from "./markets.ts";
import { findSpreads, movers, priceHistory } from "./prices.ts";
import { findQuestions, getQuestion } from "./questions.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { findTopics, getEvent } from "./topics.ts";

/** A tool as the protocol describes it. */
interface ToolDefinition {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly type: "object" };
  readonly outputSchema?: { readonly type: "object" } | undefined;
}

/** The answer to a call as the protocol carries it. */
export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** What the protocol serves: tools of this program, or those of a running service. */
export interface ToolService {
  list(): Promise<readonly ToolDefinition[]>;
  /** Errors of the call are in the result. Throws UnknownTool. */
  call(name: string, given: CallArguments): Promise<ToolResult>;
}

/** Says which tool was probably meant. */
export class UnknownTool extends Error {
  override readonly name = "UnknownTool";
}

/** How calls are counted, and how their errors are told. */
type ToolAccount = Pick<CallAccount, "charge" | "note">;

/** Serves tools from the data of `context`. */
export function openToolService(context: ToolContext, tools: readonly Tool[], account: ToolAccount): ToolService {
  const names = tools.map((tool) => tool.name);
  return {
    async list() {
      const { describeParameter } = await import("../http/openapi/json-schema.ts");
      return tools.map((tool) => toDefinition(tool, describeParameter));
    },
    async call(name, given) {
      const found = tools.find((tool) => tool.name === name);
      try {
        const asksPaid = found?.paidFlag !== undefined && (given[found.paidFlag] ?? false) !== false;
        await account.charge(asksPaid ? "pro" : (found?.tier ?? "free"));
        if (found === undefined) throw new UnknownTool(`no tool '${name.slice(0, 40)}'; ${adviseOn(name, names)}`);
        const input = readArguments(found.parameters, given);
        const { text, data } = await found.run(context, input);
        const warnings = found.needsMatches ? warnOfMatching(context) : [];
        const shown = toShortText([...warnings, text].join("\n"), "limit" in found.parameters);
        return {
          content: [{ type: "text", text: shown }],
          structuredContent: { ...data, ...(warnings.length > 0 && { warnings }) },
        };
      } catch (error) {
        if (error instanceof UnknownTool) throw error;
        return refusalOf(account.note(error));
      }
    },
  };
}

/** 500 to 900 tokens. */
const MAX_TEXT_LENGTH = 1800;

/** A wide answer is whole in its data alone: some clients give an assistant both. Its last line tells its age. */
function toShortText(text: string, hasLimit: boolean): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const shown: string[] = [];
  for (let left = MAX_TEXT_LENGTH - last.length; shown.length < lines.length; ) {
    const line = lines[shown.length] ?? "";
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const more = `${lines.length - shown.length} more lines are in the structured content`;
  return [...shown, `${more}${hasLimit ? "; ask with a smaller limit to read all lines here" : ""}.`, last].join("\n");
}

/** A refusal in words that say what to do. */
const refusalOf = ({ message }: Error): ToolResult => ({
  content: [{ type: "text", text: message }],
  isError: true,
});

const toDefinition = ({ name, description, parameters, output }: Tool, describe: typeof describeParameter) => ({
  name,
  description,
  inputSchema: toInputSchema(parameters, describe),
  outputSchema: { ...output, type: "object" as const },
  annotations: { readOnlyHint: true },
});

/** What to take in place of an unknown name. */
function adviseOn(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `there are ${known.join(", ")}` : `did you mean ${nearest}?`;
}

interface LocalDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: readonly string[];
  /** Hears of errors that are ours. */
  readonly onError: (error: unknown) => void;
}

/** The tools on a file that this process may only read: nobody is counted, and no platform is asked. */
export function openLocalTools({ store, clock, platforms, onError }: LocalDeps): ToolService {
  const backfillHistory = async (): Promise<never> => {
    throw new AppError(
      "unavailable",
      "only a service asks platforms for older prices; start one with 'toteboard serve'",
    );
  };
  const context = {
    store,
    clock,
    config: { platforms },
    // No process that matches tells this one of it.
    passes: { matching: () => null },
    commands: { backfillHistory, readBooks: async () => undefined },
  };
  return openToolService(context, createTools(platforms), {
    charge: async () => undefined,
    note(error) {
      if (!(error instanceof AppError)) onError(error);
      return toPublicError(error);
    },
  });
}

/** The arguments of a call, as the protocol carries them. */
type CallArguments = Readonly<Record<string, unknown>>;

/**
 * Reads the arguments of a call by the rules of the API's parameters. Throws one AppError validation_error that names
 * every wrong argument; an unknown one is wrong too, since an ignored filter would mislead.
 */
function readArguments(parameters: Parameters, given: CallArguments): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const wrong = Object.keys(given).flatMap((name) =>
    Object.hasOwn(parameters, name) ? [] : [`no argument ${quote(name)}; ${adviseOn(name, Object.keys(parameters))}`],
  );
  for (const [name, parameter] of Object.entries(parameters)) {
    const result = read(parameter, given[name]);
    if ("problem" in result) wrong.push(`${name}: ${result.problem}`);
    else input[name] = result.value;
  }
  if (wrong.length > 0) throw new AppError("validation_error", wrong.slice(0, MAX_SHOWN).join("; "));
  return input;
}

const MAX_SHOWN = 5;

function read(parameter: Parameter<unknown>, given: unknown): { value: unknown } | { problem: string } {
  // Some assistants send null or an empty text for what they leave out.
  if (given === undefined || given === null || (given === "" && !parameter.isRequired)) {
    return parameter.isRequired
      ? { problem: `required; expected ${parameter.expected}` }
      : { value: parameter.fallback };
  }
  const text = typeof given === "object" ? undefined : String(given).trim();
  const found = text === undefined ? undefined : readValue(parameter, text);
  return found ?? { problem: `expected ${parameter.expected}, got ${quote(text ?? JSON.stringify(given))}` };
}

/** JSON Schema of the arguments, without what takes many tokens and says little. */
function toInputSchema(parameters: Parameters, describe: typeof describeParameter) {
  const names = Object.keys(parameters);
  const toArgument = (one: Parameter<unknown>) =>
    Object.entries(describe(one)).filter(
      ([name, value]) => name !== "examples" && OBVIOUS[name] !== value && one.told?.includes(name) !== false,
    );
  const required = names.filter((name) => parameters[name]?.isRequired);
  return {
    type: "object" as const,
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, one]) => [name, Object.fromEntries(toArgument(one))]),
    ),
    ...(required.length > 0 && { required }),
  };
}

const OBVIOUS: Readonly<Record<string, unknown>> = { minimum: 1, minLength: 1, default: false };

/** All tools, in the order in which an assistant reads them; `platforms` are those that are on. */
export const createTools = (platforms: readonly string[]): readonly Tool[] => [
  findQuestions(platforms),
  findMarkets(platforms),
  findTopics(platforms),
  getQuestion(),
  getMarket(),
  getEvent(),
  priceHistory(),
  findSpreads(platforms),
  movers(platforms),
];

const TIMEOUT_MS = 30_000;
/** Of the protocol, as it is spoken to the service. */
const REVISION = "2025-11-25";
const INVALID_PARAMS = -32_602;

interface RemoteAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  /** Of an error that is none of the protocol. */
  readonly detail?: { readonly message?: string };
}

/** The service was reached and said no, in its own words. */
class Refused extends Error {
  override readonly name = "Refused";
}

/** The tools of a running service at `url`, asked with a key. A failure to reach it is told in the result of a call. */
export function openRemoteTools(url: string, key: string): ToolService {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": REVISION,
        "X-API-Key": key,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error, detail } = (await response.json().catch(() => ({}))) as RemoteAnswer;
    if (error?.code === INVALID_PARAMS) throw new UnknownTool(error.message);
    const said = error?.message ?? detail?.message;
    if (said !== undefined) throw new Refused(said);
    if (result === undefined) throw new Error(`it answered with status ${response.status}`);
    return result;
  };
  return {
    async list() {
      const { tools } = (await ask("tools/list", {})) as { readonly tools: readonly ToolDefinition[] };
      return tools;
    },
    async call(name, given) {
      try {
        return (await ask("tools/call", { name, arguments: given })) as ToolResult;
      } catch (error) {
        if (error instanceof UnknownTool) throw error;
        if (error instanceof Refused) return refusalOf(error);
        return refusalOf(new Error(`the service at ${url} cannot be asked: ${reasonOf(error)}; check that it runs`));
      }
    },
  };
}

/** Of a failed connection the cause says more. */
const reasonOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
