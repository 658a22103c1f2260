import { parseArgs } from "node:util";
import { type Config, type Flags, readConfig } from "../config.ts";
import { messageOf, quote, shorten, UsageError } from "../errors.ts";
import { createLog } from "../log.ts";
import { SETTINGS, type Setting, variableOf } from "../settings.ts";

export interface Command {
  readonly name: string;
  /** What follows the name, flags aside. */
  readonly operands?: string;
  readonly summary: string;
  /** Names of the settings it takes as flags. */
  readonly settings: readonly string[];
  readonly options?: readonly CommandOption[];
  /** Gives the exit code. */
  run(args: Arguments): Promise<number> | number;
}

/** A flag that belongs to one call: unlike a setting, the environment cannot set it. */
interface CommandOption {
  readonly name: string;
  /** The placeholder of its value; a switch has none. */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly help: string;
}

/** A parsed command line. Values of settings are checked later, by `readConfig`. */
export interface Arguments {
  readonly flags: Flags;
  readonly operands: readonly string[];
  isGiven(option: string): boolean;
  findValue(option: string): string | undefined;
  listValues(option: string): readonly string[];
}

/** Throws UsageError that names the wrong flag or operand. */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const settings = settingsOf(command);
  const options = command.options ?? [];
  const { values, positionals } = parse(command, argv, {
    ...Object.fromEntries(settings.map(({ name, value }) => [name, { type: typeOf(value) }])),
    ...Object.fromEntries(options.map(({ name, value }) => [name, { type: typeOf(value), multiple: true }])),
  });
  if (positionals.length > 0 && command.operands === undefined) {
    throw new UsageError(`${command.name} takes no ${quote(positionals[0] ?? "")}; ${seeHelp(command)}`);
  }
  const isSetting = (name: string): boolean => settings.some((setting) => setting.name === name);
  const listValues = (option: string): string[] => ((values[option] ?? []) as unknown[]).map(String);
  return {
    flags: Object.fromEntries(Object.entries(values).filter(([name]) => isSetting(name))) as Flags,
    operands: positionals,
    isGiven: (option) => values[option] !== undefined,
    findValue: (option) => listValues(option).at(-1),
    listValues,
  };
}

/** Prints a line, or with --json the value. */
export const printAnswer = (args: Arguments, value: unknown, line: string): void =>
  print(args.isGiven("json") ? JSON.stringify(value, null, 2) : line);

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The one file that a command is called with. Throws UsageError for none and for several. */
export function readFile(command: Command, { operands: [file, extra] }: Arguments): string {
  if (file !== undefined && extra === undefined) return file;
  throw new UsageError(`${command.name} needs the name of one file; ${seeHelp(command)}`);
}

/** The last value of an option; undefined where it is not given. Throws UsageError for what is none of the choices. */
export function findChoice<T extends string>(args: Arguments, option: string, choices: readonly T[]): T | undefined {
  const text = args.findValue(option);
  return text === undefined ? undefined : readChoice(option, text, choices);
}

export function readChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${option}: expected one of ${choices.join(", ")}, not ${quote(text)}`);
}

/** "see 'toteboard NAME --help'", for the end of an error message. */
export const seeHelp = ({ name }: Command): string => `see 'toteboard ${name} --help'`;

type FlagType = "boolean" | "string";

const typeOf = (value: string | undefined): FlagType => (value === undefined ? "boolean" : "string");

function parse(
  command: Command,
  argv: readonly string[],
  options: Record<string, { type: FlagType; multiple?: boolean }>,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Only the first sentence: Node goes on to explain how to pass an operand that looks like a flag.
    const [sentence = ""] = messageOf(error).split(/\. (?=[A-Z])|\n/);
    const reason = sentence.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
    throw new UsageError(`${shorten(reason)}; ${seeHelp(command)}`);
  }
}

const settingsOf = (command: Command): readonly Setting[] =>
  SETTINGS.filter(({ name }) => command.settings.includes(name));

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Prediction markets from many platforms in one API.

Usage: toteboard COMMAND [flags]

${lines.join("\n")}

'toteboard COMMAND --help' lists a command's flags.
`;
}

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

/** The flags of every command that runs the service. */
export const SERVICE_SETTINGS = SETTINGS.filter(({ isEnvironmentOnly }) => !isEnvironmentOnly).map(({ name }) => name);

/** The settings of a command that has no log. Warnings about them go to standard error. */
export function readSettings({ flags }: Arguments): Config {
  const config = readConfig(flags);
  for (const warning of config.warnings) process.stderr.write(`toteboard: ${warning}\n`);
  return config;
}

/** The log of a command that has one, and its terminal. It begins with the warnings about the settings. */
export function openLog(config: Config): ReturnType<typeof createLog> {
  const isPretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stderr.isTTY === true);
  const opened = createLog({ level: config.logLevel, isPretty });
  for (const warning of config.warnings) opened.log.warn(warning);
  return opened;
}

/** What --url names, without the slash at its end. Throws UsageError for what is no address. */
export function toServiceUrl(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url: expected an address such as http://127.0.0.1:8080, not ${quote(url)}`);
  }
  return url.replace(/\/+$/, "");
}
