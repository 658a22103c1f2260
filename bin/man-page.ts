import { COMMANDS } from "../src/cli.ts";
import { SETTINGS, variableOf } from "../src/settings.ts";

/** toteboard(1), made from the commands and the settings. `mtime` is its date, in epoch seconds. */
export function manPage(version: string, mtime: number): string {
  const date = new Date(mtime * 1000).toISOString().slice(0, 10);
  return [
    `.TH TOTEBOARD 1 ${quoted(date)} ${quoted(`toteboard ${version}`)} "User Commands"`,
    ".SH NAME",
    `toteboard \\- ${toRoff("prediction markets from many platforms in one self-hosted API")}`,
    ".SH SYNOPSIS",
    ".B toteboard",
    ".I COMMAND",
    "[flags]",
    ".SH COMMANDS",
    "Each has",
    ".B \\-\\-help",
    "with its flags.",
    ...COMMANDS.flatMap(({ name, operands = "", summary }) => [
      ".TP",
      `.B ${toRoff(`${name} ${operands}`.trim())}`,
      toRoff(`${summary}.`),
    ]),
    ".SH SETTINGS",
    toRoff("A flag wins over a variable, that over .env in the working directory, that over the default."),
    toRoff("Each variable also exists with _FILE at its end: the name of a file that holds the value."),
    ...SETTINGS.flatMap(({ name, value = "", standard, help, isEnvironmentOnly }) => [
      ".TP",
      `.B ${toRoff(isEnvironmentOnly === true ? variableOf(name) : `--${name} ${value}`.trim())}`,
      toRoff(`${help}.`),
      ...(isEnvironmentOnly === true ? [] : [toRoff(`Variable ${variableOf(name)}.`)]),
      ...(standard === undefined || standard === false ? [] : [toRoff(`Default: ${standard}`)]),
    ]),
    ".SH EXIT STATUS",
    "0 done, 1 failed, 2 wrong call.",
    ".SH FILES",
    ".TP",
    ".I /etc/toteboard/toteboard.env",
    "settings of the packaged service",
    ".TP",
    ".I /var/lib/toteboard",
    "its database and backups",
    ".TP",
    ".I /usr/share/doc/toteboard",
    "pages for the operator, examples, and queries over the mirror",
    "",
  ].join("\n");
}

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/** Text in which nothing is taken for markup. */
const toRoff = (text: string): string =>
  text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq").replace(/^\./, "\\&.");
