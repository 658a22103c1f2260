// Lines of the log as a person reads them on a terminal.

/** Lines are broken so that they fit. */
const COLUMNS = 120;
/** Under the message. */
const INDENT = " ".repeat("00:00:00 ".length);

/** Members that are no figures, or that the message names. */
const UNSHOWN = new Set(["level", "time", "msg", "thread", "err"]);

const ERROR = 50;
const WARN = 40;

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** A line of JSON as text: when, what, the figures that are not 0, then the stack of an error. */
export function toLogText(line: string, { isColoured }: { readonly isColoured: boolean }): string {
  const parsed = JSON.parse(line) as LogLine;
  const { level, time, msg = "", err } = parsed;
  const figures = Object.entries(parsed)
    .filter(([name, value]) => !UNSHOWN.has(name) && value !== 0 && !isNamed(msg, name, value))
    .map(([name, value]) => `${name} ${toFigure(value)}`)
    .join(", ");
  const mark = markOf(level);
  const words = withoutControls([mark, msg, figures === "" ? "" : `(${figures})`].filter(Boolean).join(" "));
  const clock = new Date(time).toTimeString().slice(0, 8);
  const text = `${clock} ${wrap(words)}`;
  const stack = err === undefined ? "" : `\n${stackOf(err)}`;
  const whole = `${text}${stack}\n`;
  return isColoured && mark !== ""
    ? whole.replace(mark, `\u001b[${level >= ERROR ? 31 : 33}m${mark}\u001b[39m`)
    : whole;
}

const markOf = (level: number): string => (level >= ERROR ? "ERROR" : level >= WARN ? "WARN" : "");

/** "kalshi: full pass done" needs neither platform nor kind again. */
const isNamed = (msg: string, name: string, value: unknown): boolean =>
  (name === "platform" || name === "kind") && msg.toLowerCase().includes(String(value));

const toFigure = (value: unknown): string =>
  typeof value === "number"
    ? value.toLocaleString("en", { maximumFractionDigits: 1 })
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const stackOf = ({ stack, message = "" }: NonNullable<LogLine["err"]>): string =>
  (stack ?? message)
    .split("\n")
    .map((row) => INDENT + withoutControls(row))
    .join("\n");

/** Texts of platforms may hold what moves a terminal's cursor. */
const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ");

/** Breaks at spaces; what has none in a line stays whole. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && INDENT.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${INDENT}`);
}
