import { describeParameter } from "../../../src/http/openapi/json-schema.ts";
import type { Parameter } from "../../../src/http/parameters.ts";
import { exampleOf, partsOf } from "../../../src/http/schema.ts";

/** Texts of a parameter's values: at its bounds, and just past them or of another kind. */
export interface Samples {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

type Of = (parameter: Parameter<unknown>) => Samples;

const SAMPLES: Readonly<Record<Parameter<unknown>["kind"], Of>> = {
  integer(parameter) {
    const { minimum, maximum } = describeParameter(parameter) as { minimum: number; maximum: number };
    const beyond = [minimum - 1, maximum + 1, "x", "1.5", "+1", "1e2", "0x1", " 1", "9".repeat(30)];
    return { valid: [minimum, maximum].map(String), invalid: beyond.map(String) };
  },
  decimal(parameter) {
    const { minimum, maximum } = describeParameter(parameter) as { minimum: number; maximum?: number };
    const beyond = [minimum - 1, ...(maximum === undefined ? [] : [maximum + 0.01])];
    return {
      valid: [...[minimum, maximum ?? 1_000_000.55].map(String), `${minimum}e+0`],
      invalid: [...beyond.map(String), "x", "1e", "NaN", "Infinity", "1.", "1,5", "+1"],
    };
  },
  choice(parameter) {
    const values = partsOf(parameter.schema).options as readonly string[];
    return { valid: values, invalid: [`${values[0]}x`, (values[0] ?? "").toUpperCase(), values.join()] };
  },
  flag: () => ({ valid: ["true", "false", "True", "FALSE"], invalid: ["1", "yes", "truefalse"] }),
  text(parameter) {
    const json = describeParameter(parameter);
    if (json.pattern !== undefined) return patterned(parameter);
    const {
      minLength: min,
      maxLength: max,
      format,
    } = json as { minLength: number; maxLength: number; format?: string };
    const textOf = (length: number) => (format === "email" ? `${"a".repeat(length - 4)}@b.c` : "a".repeat(length));
    const short = min > 1 ? ["a".repeat(min - 1)] : [];
    const other = format === "email" ? ["not an address", "a@b@c.de", "nobody"] : [];
    const wide = format === undefined ? ["é".repeat(max), "🎲".repeat(min), "%_'\"*\\", "a&b=c#d"] : [];
    return { valid: [textOf(min), textOf(max), ...wide], invalid: [...short, textOf(max + 1), ...other] };
  },
  token(parameter) {
    const { maxLength: max } = describeParameter(parameter) as { maxLength: number };
    return { valid: [], invalid: ["a".repeat(max + 1)] };
  },
  "date-time": (parameter) => ({
    valid: [String(exampleOf(parameter.schema)), "2026-11-20", "2026-11-20T04:09+01:00", "2026-11-20T04:09:00.123Z"],
    invalid: ["yesterday", "2026-02-30", "2026-11-20T04:09:00", "1763611740", "2026-11-20T24:00:00Z"],
  }),
  list(parameter) {
    const { knownValues, expected } = parameter;
    const json = describeParameter(parameter);
    const { maxItems } = describeParameter(parameter) as { maxItems: number };
    // Names of fields, of which each list has its own: what is expected says them.
    const [, field = ""] = / of (\w+)/.exec(expected) ?? [];
    if (json.examples === undefined) return { valid: [field, `${field},${field}`], invalid: ["x", `${field},`] };
    const item = String(exampleOf(parameter.schema));
    const times = (count: number) => Array<string>(count).fill(item).join();
    return {
      valid: [item, times(maxItems)],
      invalid: [
        times(maxItems + 1),
        // Of free text, other values are only a warning.
        ...(knownValues === undefined ? ["x"] : []),
        `${item},`,
        `,${item}`,
      ],
    };
  },
};

/** Of text with a form of its own; `x` is in none. */
function patterned({ schema }: Parameter<unknown>): Samples {
  const example = String(exampleOf(schema));
  return { valid: [example], invalid: [`${example}0`, example.slice(1), `x${example.slice(1)}`] };
}

/**
 * What to try for a parameter, made of its definition. An empty value is never one, but in a path it cannot be said, and in
 * a form it is a missing one.
 */
export function samplesOf(parameter: Parameter<unknown>): Samples {
  const { valid, invalid } = SAMPLES[parameter.kind](parameter);
  if (parameter.isEmptyMissing === true) return { valid: ["", ...valid], invalid };
  return { valid, invalid: parameter.in === "path" ? invalid : ["", ...invalid] };
}
