import type { Tier } from "../domain/accounts/plans.ts";
import { AppError } from "../errors.ts";
import { nearestName } from "../spelling.ts";
import { type GivenArguments, readArguments, toInputSchema } from "./arguments.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** A tool as the protocol describes it. */
export interface ToolDefinition {
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
  call(name: string, given: GivenArguments): Promise<ToolResult>;
}

/** Says which tool was probably meant. */
export class UnknownTool extends Error {
  override readonly name = "UnknownTool";
}

/** How calls are counted, and how their errors are told. */
interface Desk {
  /** Throws AppError for a call that may not be made. */
  charge(tier: Tier): Promise<void>;
  /** An error as the caller may see it. */
  note(error: unknown): AppError;
}

/** Serves tools from the data of `context`. */
export function openToolService(context: ToolContext, tools: readonly Tool[], desk: Desk): ToolService {
  return {
    list: async () => tools.map(toDefinition),
    async call(name, given) {
      const found = tools.find((tool) => tool.name === name);
      try {
        await desk.charge(found?.tier ?? "free");
        if (found === undefined) throw unknownTool(name, tools);
        const input = readArguments(found.parameters, given);
        const { text, data } = await found.run(context, input);
        return { content: [{ type: "text", text }], structuredContent: data };
      } catch (error) {
        if (error instanceof UnknownTool) throw error;
        return refusalOf(desk.note(error));
      }
    },
  };
}

/** A refusal in words that say what to do. */
export const refusalOf = ({ message }: Error): ToolResult => ({
  content: [{ type: "text", text: message }],
  isError: true,
});

/** The error as it is, and any other without its details. */
export const toPublicError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError("internal_error", "something went wrong here and was logged; try again");

const toDefinition = ({ name, description, parameters, output }: Tool) => ({
  name,
  description,
  inputSchema: toInputSchema(parameters),
  outputSchema: { ...output, type: "object" as const },
  annotations: { readOnlyHint: true },
});

function unknownTool(name: string, tools: readonly Tool[]): UnknownTool {
  const names = tools.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  const advice = nearest === undefined ? `there are ${names.join(", ")}` : `did you mean ${nearest}?`;
  return new UnknownTool(`no tool '${name.slice(0, 40)}'; ${advice}`);
}
