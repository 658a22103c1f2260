import { DAY_MS } from "../clock.ts";
import { listEmbedded, readEmbedded } from "../embedded.ts";
import { type DayNumber, findDays, partsOf, timeOn, wordsOf } from "./calendar.ts";
import { hashText } from "./chance.ts";
import {
  type DataFiles,
  type EditionSpec,
  type ListedRows,
  listGames,
  putIn,
  type RangeLabels,
  rowsFrom,
  rowsOf,
  type TopicFile,
  type TopicSpec,
  type Words,
} from "./format.ts";
import {
  type DemoOutcome,
  type DemoTopic,
  type Edition,
  type OutcomeSums,
  PLATFORMS,
  type PlatformId,
} from "./topic.ts";

// Reads what the demo's platforms list from its data. walk.ts makes the prices, records.ts what the platforms say.

const FOLDER = "src/demo/data";

/** All topics of the data, with days counted from `now` (epoch milliseconds). */
export function readTopics(now: number): DemoTopic[] {
  const tables = {
    lists: readData("lists"),
    leagues: readData("leagues"),
    calendars: readData("calendars"),
    now,
  };
  const known = new Map<string, DemoTopic>();
  for (const path of listEmbedded(`${FOLDER}/topics`)) {
    const file = JSON.parse(readEmbedded(path)) as TopicFile;
    for (const spec of file.topics) {
      for (const instance of instancesOf(spec, tables)) {
        const topic = toTopic({ file, spec, instance, tables, known });
        if (topic.editions.length > 0) known.set(topic.key, topic);
      }
    }
  }
  return linkDeadlines([...known.values()]);
}

/** A data file beside the topics. */
export const readData = <Name extends keyof DataFiles>(name: Name): DataFiles[Name] =>
  JSON.parse(readEmbedded(`${FOLDER}/${name}.json`)) as DataFiles[Name];

interface DemoTables extends Omit<DataFiles, "rules"> {
  readonly now: number;
}

/** One topic of a description: a row of its table on one of its days. */
interface TopicInstance {
  readonly words: Words;
  readonly row: number;
  /** Position among the days of the description. */
  readonly date: number;
  readonly closesAt: number;
}

interface Reading {
  readonly file: TopicFile;
  readonly spec: TopicSpec;
  readonly instance: TopicInstance;
  readonly tables: DemoTables;
  readonly known: ReadonlyMap<string, DemoTopic>;
}

function instancesOf(spec: TopicSpec, tables: DemoTables): TopicInstance[] {
  const { lists, leagues, calendars, now } = tables;
  const source = spec.for;
  if (source !== undefined && "games" in source) {
    const league = leagues[source.games];
    if (league === undefined) throw new Error(`no league '${source.games}'`);
    return listGames(league, lists, now).map(({ words, day, endsAt }, row) =>
      toInstance({ words, row, date: 0, closesAt: endsAt }, day),
    );
  }
  const rows: readonly Words[] =
    source === undefined ? [{}] : "from" in source ? rowsFrom(source, lists) : rowsOf(source);
  const when = spec.on ?? {};
  return rows.flatMap((words, row) => {
    // A row may have a rule of its own: a day of the year, or a calendar by name.
    const own = { ...when, calendar: fillIn(when.calendar, words), yearly: fillIn(when.yearly, words) };
    return findDays(own, calendars, now).map((day, date) =>
      toInstance({ words, row, date, closesAt: timeOn(day, when.at) }, day),
    );
  });
}

function toInstance(instance: TopicInstance, day: DayNumber): TopicInstance {
  const { highs, ...words } = instance.words;
  const ofMonth = highs?.split(" ")[partsOf(day).month - 1];
  const seasonal: Words = ofMonth === undefined ? {} : { highs: ofMonth };
  return {
    ...instance,
    words: { ...wordsOf(day), row: String(instance.row), i: String(instance.date), ...words, ...seasonal },
  };
}

const fillIn = (text: string | undefined, words: Words): string | undefined =>
  text === undefined ? undefined : putIn(text, words);

function toTopic(reading: Reading): DemoTopic {
  const { file, spec, instance, tables } = reading;
  const { words, closesAt } = instance;
  const key = putIn(spec.key, words);
  const editions = PLATFORMS.flatMap((platform) => toEdition(platform, spec[platform], instance));
  const hash = hashText([key.replace(/-?\d+$/, ""), editions[0]?.title, editions[0]?.question].join("/"));
  const sums = sumsOf(reading);
  const path = sums?.race.path ?? (spec.path === undefined ? hash : hashText(putIn(spec.path, words)));
  const outcomes = outcomesOf(reading, sums);
  const age = spec.age ?? 20 + (hash % 200);
  const source = putIn(spec.source ?? file.source ?? "", words);
  return {
    key,
    hash,
    path,
    sums,
    editions,
    closesAt,
    isDeadline: spec.deadline ?? false,
    earlier: [],
    category: spec.category ?? file.category,
    shape: shapeOf(spec),
    outcomes,
    figure: figureOf(reading, outcomes),
    opensAt: Math.min(closesAt, tables.now) - Math.round((age + (hash % 1000) / 1000) * DAY_MS),
    volatility: spec.volatility ?? 0.05 + (path % 97) / 600,
    isLive: spec.live ?? false,
    // One for a key without its day is for all of its days, which keeps deadlines in order.
    gap: spec.gap?.[key] ?? spec.gap?.[key.replace(/-\d+$/, "")] ?? 0,
    size: spec.size === undefined ? 50 * 2 ** (((hash >>> 7) % 80) / 10) : toNumber(spec.size, words),
    tags: (spec.tags ?? file.tags).map((tag) => putIn(tag, words)),
    claim: putIn(spec.claim, words),
    source: source === "" ? null : toSource(source),
    postponed: spec.postponed ?? file.postponed,
    ending: spec.ending?.[key] ?? "usual",
  };
}

/** From "Name|address". */
function toSource(text: string): DemoTopic["source"] {
  const [name = "", url = ""] = text.split("|");
  return { name, url: new URL(url).href };
}

/** The keys of marks are their values. */
function figureOf({ spec, instance, tables }: Reading, outcomes: readonly DemoOutcome[]): DemoTopic["figure"] {
  if (spec.figure === undefined || spec.marks === undefined) return null;
  const { words } = instance;
  return {
    key: hashText(putIn(spec.figure.name, words)),
    spot: toNumber(spec.figure.spot, words),
    daily: toNumber(spec.figure.daily, words),
    startsAt: tables.now,
    marks: outcomes.map(({ key }) => Number(key)),
    isTouch: spec.marks.touch ?? false,
  };
}

function toEdition(platform: PlatformId, spec: EditionSpec | undefined, instance: TopicInstance): Edition[] {
  if (spec?.rows?.includes(instance.row) === false || spec?.days?.includes(instance.date) === false) return [];
  if (spec === undefined) return [];
  const title = capital(putIn(spec.title, instance.words));
  return [
    {
      platform,
      title,
      question: spec.question === undefined ? title : capital(putIn(spec.question, instance.words)),
      label: putIn(spec.label ?? (platform === "kalshi" ? "{short}" : "{label}"), instance.words),
      ticker: putIn(spec.ticker ?? "", instance.words),
      isInverted: spec.inverted ?? false,
      first: spec.first ?? Number.POSITIVE_INFINITY,
      isSplit: spec.split ?? false,
    },
  ];
}

/** Titles begin with a capital; names such as iPhone keep theirs. */
const capital = (title: string): string => title.replace(/^[a-z](?=[a-z ])/, (letter) => letter.toUpperCase());

function shapeOf(spec: TopicSpec): DemoTopic["shape"] {
  if (spec.race !== undefined || spec.ranges !== undefined) return "race";
  return spec.marks !== undefined || (spec.sums?.least.length ?? 0) > 1 ? "ladder" : "set";
}

function outcomesOf({ spec, instance, tables }: Reading, sums: OutcomeSums | null): DemoOutcome[] {
  const { words, date } = instance;
  if (sums !== null) return sumsToOutcomes(spec, sums);
  if (spec.race !== undefined) {
    const race = toRace(readOutcomes(rowTexts(spec.race, words, tables), spec.decay));
    if (spec.rest === undefined) return race;
    const rest = { key: "other", label: "someone else", short: "Someone else", chance: spec.rest };
    return [...race.map((one) => ({ ...one, chance: one.chance * (1 - rest.chance) })), rest];
  }
  if (spec.set !== undefined) {
    const rows = readOutcomes(rowTexts(spec.set, words, tables));
    const [from, to] = spec.chances ?? [];
    if (from === undefined || to === undefined) return rows;
    return rows.map((row, index) => ({ ...row, chance: from + ((to - from) * index) / (rows.length - 1) }));
  }
  const figures = spec.marks ?? spec.ranges;
  if (figures !== undefined) {
    const step = toNumber(figures.step, words);
    const spread = toNumber(figures.spread, words) * (spec.odds?.[date] ?? 1);
    const middle = toNumber(figures.around ?? 0, words);
    const centre = figures.centre === undefined ? middle : toNumber(figures.centre, words);
    const nearest = Math.round(middle / step) * step - Math.floor(figures.count / 2) * step;
    const from = figures.from === undefined ? nearest : toNumber(figures.from, words);
    const values = toValues(from, step, figures.count);
    if (spec.marks !== undefined) {
      const isTouch = spec.marks.touch ?? false;
      return toMarks(values, { centre, spread, isTouch }, putIn(spec.marks.label, words));
    }
    if (spec.ranges !== undefined) return toRace(toRanges(values, { centre, spread }, spec.ranges));
  }
  const given = typeof spec.chance === "object" ? (spec.chance[date] ?? 0.5) : toNumber(spec.chance ?? 0.5, words);
  const chance = Math.min(0.95, Math.max(0.02, given * (spec.odds?.[date] ?? 1)));
  return [{ key: "yes", label: "Yes", short: "Yes", chance }];
}

/** Outcomes as texts; a cell of a table writes them with ~ in place of |. */
function rowTexts(rows: readonly string[] | ListedRows, words: Words, { lists }: DemoTables): string[] {
  if (!("from" in rows)) return rows.map((row) => putIn(row, words).replaceAll("~", "|"));
  const where = rows.where === undefined ? undefined : putIn(rows.where, words);
  return rowsFrom({ ...rows, where, from: putIn(rows.from, words) }, lists).map((row) =>
    putIn(rows.row ?? "{name}", row),
  );
}

const toNumber = (value: number | string, words: Words): number =>
  typeof value === "number" ? value : Number(putIn(value, words));

/** Outcomes such as "at least 3", as sums over a race whose outcomes are counts in order. */
function sumsOf({ spec, instance, known }: Reading): OutcomeSums | null {
  if (spec.sums === undefined) return null;
  const race = known.get(putIn(spec.sums.of, instance.words));
  if (race === undefined) throw new Error(`no topic '${spec.sums.of}' before '${spec.key}'`);
  const parts = spec.sums.least.map((from) => race.outcomes.flatMap((_, index) => (index >= from ? [index] : [])));
  return { race, parts };
}

const sumsToOutcomes = ({ sums: spec }: TopicSpec, { race, parts }: OutcomeSums): DemoOutcome[] =>
  parts.map((indexes, index) => {
    const least = race.outcomes[spec?.least[index] ?? 0];
    const chance = indexes.reduce((sum, part) => sum + (race.outcomes[part]?.chance ?? 0), 0);
    const isOnly = parts.length === 1;
    const label = isOnly ? "Yes" : (spec?.label ?? "{n}").replaceAll("{n}", /\d+/.exec(least?.label ?? "")?.[0] ?? "");
    return { key: isOnly ? "yes" : (least?.key ?? ""), label, short: label, chance };
  });

/** The same topics; each deadline knows the earlier ones on its path. */
function linkDeadlines(topics: readonly DemoTopic[]): DemoTopic[] {
  const linked = new Map<DemoTopic, DemoTopic>();
  const byClose = topics.filter(({ isDeadline }) => isDeadline).sort((left, right) => left.closesAt - right.closesAt);
  for (const topic of byClose) {
    const earlier = [...linked.values()].filter((one) => one.path === topic.path && one.closesAt < topic.closesAt);
    linked.set(topic, { ...topic, earlier });
  }
  return topics.map((topic) => linked.get(topic) ?? topic);
}

/** A figure that is expected at `centre`; two of three times it is nearer to it than `spread`. */
interface Expectation {
  readonly centre: number;
  readonly spread: number;
}

/** "Label|Short|0.3" as outcomes; one without a chance is `decay` times as likely as the one before. */
const readOutcomes = (rows: readonly string[], decay = 0.8): DemoOutcome[] =>
  rows.map((row, index) => {
    const [label = "", short = "", chance = ""] = row.split("|");
    return named(label, short || label, chance === "" ? decay ** index : Number(chance));
  });

/** The outcomes with chances that add up to one. */
function toRace(outcomes: readonly DemoOutcome[]): DemoOutcome[] {
  const total = outcomes.reduce((sum, { chance }) => sum + chance, 0);
  return outcomes.map((outcome) => ({ ...outcome, chance: outcome.chance / total }));
}

/** Marks that a figure may exceed in the end or, for `isTouch`, at any time. Lowest first. */
const toMarks = (
  values: readonly number[],
  figure: Expectation & { readonly isTouch: boolean },
  label: string,
): DemoOutcome[] =>
  values.map((value) => {
    const chance = shareAbove(value, figure) * (figure.isTouch ? 2 : 1);
    const name = label.replaceAll("{n}", toText(value));
    return { ...named(name, name, Math.min(0.97, Math.max(0.02, chance))), key: String(value) };
  });

/** Ranges between marks; the first and the last are open. */
function toRanges(
  values: readonly number[],
  figure: Expectation,
  { under, between, over, less = 0 }: RangeLabels,
): DemoOutcome[] {
  const bounds = [null, ...values, null];
  return bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] ?? null;
    const chance = (from === null ? 1 : shareAbove(from, figure)) - (to === null ? 0 : shareAbove(to, figure));
    const name = (from === null ? under : to === null ? over : between)
      .replaceAll("{from}", toText(from ?? 0))
      .replaceAll("{to}", toText((to ?? 0) - less))
      .replaceAll("{end}", toText(to ?? 0));
    return { ...named(name, name, Math.max(0.004, chance)), key: `${from ?? ""}..${to ?? ""}` };
  });
}

/** Evenly spaced numbers. */
const toValues = (from: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Number((from + step * index).toFixed(6)));

const toText = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 4 });

const shareAbove = (value: number, { centre, spread }: Expectation): number =>
  1 / (1 + Math.exp(((value - centre) / spread) * 1.7));

function named(label: string, short: string, chance: number): DemoOutcome {
  const key = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return { key, label, short, chance };
}
