import { AppError, quote } from "../errors.ts";
import { type Parameter, type Parameters, readValue } from "../http/parameters.ts";
import { nearestName } from "../spelling.ts";

/** The arguments of a call, as the protocol carries them. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/**
 * Reads the arguments of a call by the rules of the API's parameters. Throws one AppError validation_error that names
 * every wrong argument; an unknown one is wrong too, since an ignored filter would mislead.
 */
export function readArguments(parameters: Parameters, given: GivenArguments): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const wrong = Object.keys(given).flatMap((name) =>
    Object.hasOwn(parameters, name) ? [] : [explainUnknown(name, parameters)],
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

function explainUnknown(name: string, parameters: Parameters): string {
  const names = Object.keys(parameters);
  const nearest = nearestName(name, names);
  const advice = nearest === undefined ? `there are ${names.join(", ")}` : `did you mean ${nearest}?`;
  return `no argument ${quote(name)}; ${advice}`;
}

/** JSON Schema of the arguments. */
export const toInputSchema = (parameters: Parameters) => ({
  type: "object" as const,
  properties: Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, toArgumentSchema(one)])),
  ...toRequired(parameters),
});

/** Without examples, lower bounds and bounds of texts, which take many tokens and say little. */
function toArgumentSchema({ json, description }: Parameter<unknown>) {
  const { examples: _examples, minLength: _min, maxLength: _max, minimum: _minimum, ...rest } = json;
  return description === "" ? rest : { ...rest, description };
}

function toRequired(parameters: Parameters) {
  const required = Object.keys(parameters).filter((name) => parameters[name]?.isRequired);
  return required.length === 0 ? {} : { required };
}
