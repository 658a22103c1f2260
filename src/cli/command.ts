import { parseArgs } from "node:util";
import { type Config, type Flags, readConfig } from "../config.ts";
import { messageOf, quote, shorten, UsageError } from "../errors.ts";
import { SETTINGS, type Setting, variableOf } from "../settings.ts";

/** A flag that is no setting; the environment cannot set it. */
export interface Option {
  readonly name: string;
  /** The kind of its value; none for a switch. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly help: string;
}

export interface Command {
  readonly name: string;
  /** Operands after the name. */
  readonly operands?: string;
  readonly summary: string;
  /** Settings it accepts as flags. */
  readonly settings: readonly (typeof SETTINGS)[number]["name"][];
  readonly options?: readonly Option[];
  run(call: Call): Promise<number> | number;
}

/** A parsed command line; its values are not checked yet. */
export interface Call {
  /** Settings given as flags. */
  readonly flags: Flags;
  readonly operands: readonly string[];
  isGiven(option: string): boolean;
  valuesOf(option: string): readonly string[];
}

/** Throws UsageError naming the flag or operand that is wrong. */
export function readArguments(command: Command, argv: readonly string[]): Call {
  const settings: readonly Setting[] = settingsOf(command);
  const options = command.options ?? [];
  const known = Object.fromEntries([
    ...settings.map(({ name, value }) => [name, { type: value === undefined ? "boolean" : "string" }] as const),
    ...options.map(({ name, value }) => [name, { type: value ? "string" : "boolean", multiple: true }] as const),
  ]);
  const { values, positionals } = parse(command, argv, known);
  if (positionals.length > 0 && command.operands === undefined) {
    throw new UsageError(`${command.name} takes no ${quote(positionals[0] ?? "")}; ${seeHelp(command)}`);
  }
  const isSetting = (name: string): boolean => settings.some((setting) => setting.name === name);
  return {
    flags: Object.fromEntries(Object.entries(values).filter(([name]) => isSetting(name))) as Flags,
    operands: positionals,
    isGiven: (option) => values[option] !== undefined,
    valuesOf: (option) => ((values[option] ?? []) as unknown[]).map(String),
  };
}

/** The settings of a command without a log; prints their warnings on standard error. */
export function readSettings({ flags }: Call): Config {
  const config = readConfig(flags);
  for (const warning of config.warnings) process.stderr.write(`toteboard: ${warning}\n`);
  return config;
}

/** "see 'toteboard NAME --help'", for the end of an error. */
export const seeHelp = ({ name }: Command): string => `see 'toteboard ${name} --help'`;

function parse(
  command: Command,
  argv: readonly string[],
  options: Record<string, { type: "boolean" | "string"; multiple?: boolean }>,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Drops Node's advice on passing the word as an operand.
    const [sentence = ""] = messageOf(error).split(/\. (?=[A-Z])|\n/);
    const complaint = sentence.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
    throw new UsageError(`${shorten(complaint)}; ${seeHelp(command)}`);
  }
}

const settingsOf = (command: Command): readonly Setting[] =>
  SETTINGS.filter(({ name }) => command.settings.includes(name));

/** The text of `toteboard --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Prediction markets from many platforms in one API.

Usage: toteboard COMMAND [flags]

${lines.join("\n")}

'toteboard COMMAND --help' lists a command's flags.
`;
}

/** The text of `toteboard COMMAND --help`. */
export function commandHelp(command: Command): string {
  const options = (command.options ?? []).map(({ name, value, help, isRepeatable }) => [
    flagText(name, value),
    isRepeatable ? `${help}; may be repeated` : help,
  ]);
  const settings = settingsOf(command).map(({ name, value, standard, help }) => [
    flagText(name, value),
    `${help}${typeof standard === "string" ? ` (${standard})` : ""} [${variableOf(name)}]`,
  ]);
  const rows = [...options, ...settings, ["--help", "this text"]];
  const width = Math.max(...rows.map(([flag = ""]) => flag.length));
  const operands = command.operands === undefined ? "" : ` ${command.operands}`;
  return `${command.summary}

Usage: toteboard ${command.name}${operands} [flags]

${rows.map(([flag = "", help]) => `  ${flag.padEnd(width)}  ${help}`).join("\n")}
`;
}

const flagText = (name: string, value: string | undefined): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;
