import { relative, resolve } from "node:path";
import type { EventData } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { inspect, stripVTControlCharacters } from "node:util";

declare module "node:test" {
  namespace EventData {
    interface LocationInfo {
      /** The file that Node was given; its types do not name it yet. */
      readonly entryFile?: string;
    }
  }
}

/** Dots in a line. */
const WIDTH = 100;
/** What a file printed last, shown where the file failed. */
const MAX_OUTPUT_LINES = 40;
const SLOWEST = 20;
/** Node tells of an error after the end of its test in this way only. */
const LATE_ERROR = /^(?:Error|Warning): /;

type Ended = EventData.TestFail | EventData.TestPass;

/**
 * A dot for each test, then each failure with its file, line, message and what the test noted, then what was skipped and why,
 * then the count.
 * With TEST_SLOW set, the slowest tests and files too.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names = new Map<string, { readonly name: string; readonly parent: string }>();
  const outputs = new Map<string, string[]>();
  const failures: EventData.TestFail[] = [];
  const ended: Ended[] = [];
  const files = new Map<string, number>();
  const warnings: string[] = [];
  /** By their files: notes come after the end of the test that made them. */
  const last = new Map<string, Ended>();
  const notes = new Map<Ended, string[]>();
  let summary: EventData.TestSummary | undefined;
  let column = 0;
  const dot = (sign: string): string => `${sign}${++column % WIDTH === 0 ? "\n" : ""}`;
  const titleOf = (test: Ended): string => {
    const parts = [test.name];
    for (let at = keyOf(test, test.parentId); ; ) {
      const parent = names.get(at);
      if (parent === undefined) return parts.join(" › ");
      parts.unshift(parent.name);
      at = parent.parent;
    }
  };

  for await (const { type, data } of events) {
    if (type === "test:start") {
      if (!isFile(data)) names.set(keyOf(data, data.testId), { name: data.name, parent: keyOf(data, data.parentId) });
    } else if (type === "test:stdout" || type === "test:stderr") {
      outputs.set(data.file, [...(outputs.get(data.file) ?? []), data.message].slice(-MAX_OUTPUT_LINES));
    } else if (type === "test:summary" && data.file === undefined) summary = data;
    else if (type === "test:diagnostic") {
      const test = last.get(keyOf(data, 0));
      if (LATE_ERROR.test(data.message)) warnings.push(`${placeOf(data)}  ${data.message}`);
      else if (test && placeOf(test) === placeOf(data)) notes.set(test, [...(notes.get(test) ?? []), data.message]);
    }
    if (type === "test:pass" || type === "test:fail") {
      last.set(keyOf(data, 0), data);
      const file = fileOf(data);
      if (file !== undefined) files.set(file, (files.get(file) ?? 0) + data.details.duration_ms);
    }
    if (type === "test:fail" && isFailure(data)) {
      failures.push(data);
      yield dot("F");
    } else if (type === "test:pass" && data.details.type !== "suite" && !isFile(data)) {
      ended.push(data);
      yield dot(isSet(data.skip) ? "s" : ".");
    }
  }

  yield "\n";
  for (const failure of failures) {
    yield `\n${isFile(failure) ? "" : `${placeOf(failure)}  `}${titleOf(failure)}\n${indent(messageOf(failure))}\n`;
    for (const note of notes.get(failure) ?? []) yield `${indent(note)}\n`;
    if (isFile(failure)) yield `${indent((outputs.get(failure.file ?? "") ?? []).join(""))}\n`;
  }
  for (const warning of warnings) yield `\n${indent(warning)}\n`;
  for (const [why, tests] of Map.groupBy(ended, ({ skip, todo }) => skip ?? todo)) {
    if (isSet(why)) yield `\nSkipped, ${why === true ? "without a reason" : why}:\n${tests.map(lineOf).join("")}`;
  }
  if (process.env.TEST_SLOW) {
    const tests = [...ended, ...failures].map((test) => [lineOf(test), test.details.duration_ms] as const);
    yield `\nSlowest:\n${slowestOf(tests)}\nSlowest files:\n${slowestOf([...files])}`;
  }
  const skipped = ended.filter(({ skip }) => isSet(skip)).length;
  yield `\n${countsOf(summary, ended.length - skipped, failures.length, skipped)}\n`;

  function lineOf(test: Ended): string {
    return `  ${placeOf(test)}  ${titleOf(test)}\n`;
  }
}

const keyOf = ({ entryFile, file }: EventData.LocationInfo, id: number | undefined): string =>
  `${entryFile ?? file}:${id ?? 0}`;

const isSet = (value: string | boolean | undefined): value is string | true => value !== undefined && value !== false;

/** Whether an event is the end of a file, not of one of its tests; where files share a process, `bin/run.cjs` made a test of it. */
const isFile = ({ entryFile, file, name }: EventData.TestStart): boolean =>
  entryFile === undefined ? name === file : file === entryFile && file.endsWith(".mjs");

/** The file whose time an event is part of: that of a file in a shared process, or a test at the top of a file on its own. */
function fileOf(test: Ended): string | undefined {
  if (isFile(test)) return `  ${relative(process.cwd(), resolve(test.name))}\n`;
  const isTop = test.nesting === 0 && test.entryFile?.endsWith(".mjs") !== true;
  return isTop ? `  ${relative(process.cwd(), test.entryFile ?? test.file ?? "")}\n` : undefined;
}

/** A suite fails with its tests: it counts only where something else failed in it. */
const isFailure = ({ details: { error } }: EventData.TestFail): boolean =>
  (error as { failureType?: string }).failureType !== "subtestsFailed";

const placeOf = ({ file, line, column }: EventData.LocationInfo): string =>
  `${relative(process.cwd(), file ?? "")}:${line ?? 0}:${column ?? 0}`;

function messageOf({ details: { error } }: EventData.TestFail): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return typeof cause === "string" ? cause : inspect(cause ?? error.message);
  const frames = (cause.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node:"));
  return [
    stripVTControlCharacters(cause.message),
    ...frames.map((line) => line.replace(`file://${process.cwd()}/`, "")),
  ].join("\n");
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, "    ");

const slowestOf = (lines: ReadonlyArray<readonly [line: string, ms: number]>): string =>
  lines
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([line, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s${line}`)
    .join("");

function countsOf(summary: EventData.TestSummary | undefined, passed: number, failed: number, skipped: number): string {
  if (summary === undefined) return "The tests were ended.";
  const seconds = Math.round(summary.duration_ms / 1000);
  const took = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const skips = skipped === 0 ? "" : `, ${skipped} skipped`;
  return `${passed + failed + skipped} tests: ${passed} passed, ${failed} failed${skips}, in ${took}.`;
}
