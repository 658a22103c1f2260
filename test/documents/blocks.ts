import { SETTINGS, type Setting, variableOf } from "../../src/settings.ts";
import { runMain } from "../support/service/process.ts";

/** A part of a document that is made from the code, between `<!-- name: generated -->` and `<!-- /name -->`. */
export interface Block {
  /** The document's path from the project root. */
  readonly file: string;
  readonly name: string;
  make(): string | Promise<string>;
}

export const BLOCKS: readonly Block[] = [
  { file: ".deploy/settings.md", name: "commands", make: commandList },
  { file: ".deploy/settings.md", name: "settings", make: settingTable },
];

/** Every setting as a line of a `.env` file, commented out, with its default. */
export function exampleEnvironment(): string {
  const settings: readonly Setting[] = SETTINGS;
  const lines = settings.map((setting) => {
    const value = setting.standard === undefined ? "" : String(setting.standard);
    return `# ${setting.help}\n#${variableOf(setting.name)}=${value}\n`;
  });
  return `# Settings of Toteboard. Copy this file to .env and remove the # of the lines you change.\n\n${lines.join("\n")}`;
}

/** Puts `text` between the marks of the block `name`. Throws where they are missing. */
export function replaceBlock(document: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name}: generated -->\n\n`, `\n\n<!-- /${name} -->`];
  const [from, to] = [document.indexOf(start) + start.length, document.indexOf(end)];
  if (from < start.length || to < from) throw new Error(`no block ${name}`);
  return `${document.slice(0, from)}${text}${document.slice(to)}`;
}

/** The commands as `toteboard --help` lists them. */
async function commandList(): Promise<string> {
  const { stdout } = await runMain("--help");
  const lines = stdout.split("\n").filter((line) => /^ {2}\S/.test(line));
  return `\`\`\`\n${lines.map((line) => `toteboard ${line.slice(2)}`).join("\n")}\n\`\`\``;
}

function settingTable(): string {
  const settings: readonly Setting[] = SETTINGS;
  const rows = settings.map(({ name, standard, help, isEnvironmentOnly }) => [
    `\`${variableOf(name)}\``,
    isEnvironmentOnly ? "" : `\`--${name}\``,
    standard === undefined ? "" : `\`${standard}\``,
    help,
  ]);
  return toTable(["variable", "flag", "default", "what"], rows);
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |");
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
