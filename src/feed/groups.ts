import type { SearchTerm } from "../store/titles/terms.ts";
import { otherNumberOf } from "../store/titles/words.ts";
import type { Facets } from "./facets.ts";
import { passes, type StreamFilter } from "./filter.ts";
import type { StreamGroup } from "./stream.ts";

/** Finds the groups that a change is for by what it is about, so that its cost does not grow with the streams. */
export interface StreamGroups {
  /** The group with this filter. */
  open(filter: StreamFilter): StreamGroup;
  /** Forgets a group without streams. */
  close(group: StreamGroup): void;
  find(facets: Facets): readonly StreamGroup[];
}

type GroupPlaces = Map<string, Set<StreamGroup>>;

export function createGroups(): StreamGroups {
  const groups = new Map<string, StreamGroup>();
  const places: GroupPlaces = new Map();

  const update = (group: StreamGroup, change: (place: string) => void): void => placesOf(group.filter).forEach(change);

  return {
    open(filter) {
      const name = JSON.stringify(filter);
      const found = groups.get(name);
      if (found !== undefined) return found;
      const group: StreamGroup = { name, filter, live: new Set(), behind: new Set(), outbox: [] };
      groups.set(name, group);
      update(group, (place) => {
        const there = places.get(place);
        if (there === undefined) places.set(place, new Set([group]));
        else there.add(group);
      });
      return group;
    },

    close(group) {
      if (group.live.size + group.behind.size > 0 || groups.get(group.name) !== group) return;
      groups.delete(group.name);
      update(group, (place) => {
        const there = places.get(place);
        there?.delete(group);
        if (there?.size === 0) places.delete(place);
      });
    },

    find(facets) {
      if (groups.size === 0) return [];
      const found = new Set<StreamGroup>();
      for (const place of placesIn(facets)) {
        for (const group of places.get(place) ?? []) if (passes(group.filter, facets)) found.add(group);
      }
      return [...found];
    },
  };
}

/** Where a filter is found: all its named subjects, or else one thing that every change it lets pass has. */
function placesOf({ named, platform, category, terms }: StreamFilter): string[] {
  if (named !== undefined) {
    const { markets, events, questions } = named;
    return [
      ...markets.map((name) => `market ${name}`),
      ...events.map((name) => `event ${name}`),
      ...questions.map((name) => `question ${name}`),
    ];
  }
  const term = terms?.wanted[0];
  if (term !== undefined) return placesOfTerm(term);
  if (platform !== undefined) return [`platform ${platform}`, "platform "];
  if (category !== undefined) return [`category ${category}`, "category "];
  return ["any"];
}

/** The first word that was typed for a term, and that of each of its other names. */
function placesOfTerm({ phrases, others }: SearchTerm): string[] {
  const typed = phrases
    .slice(0, 1)
    .flatMap(({ words, isPrefix }) => placesOfWord(words[0], isPrefix && words.length === 1));
  return [...new Set([...typed, ...others.flatMap(({ words: [first = ""] }) => `word ${first}`)])];
}

/** An unfinished word is found by its first two characters, any other by itself in singular and plural. */
function placesOfWord(word: string, isPrefix: boolean): string[] {
  if (isPrefix) return word.length < 2 ? ["any"] : [`start ${word.slice(0, 2)}`, "word "];
  return [word, otherNumberOf(word) ?? word, ""].map((one) => `word ${one}`);
}

/** The places to look at. Where a change lacks something that filters name, an empty name has all filters of that kind. */
function* placesIn(facets: Facets): Iterable<string> {
  yield "any";
  for (const name of facets.markets) yield `market ${name}`;
  for (const name of facets.events) yield `event ${name}`;
  for (const name of facets.questions) yield `question ${name}`;
  for (const name of facets.platforms ?? [""]) yield `platform ${name}`;
  for (const name of facets.categories ?? [""]) yield `category ${name}`;
  if (facets.titles === undefined) yield "word ";
  for (const word of facets.words().flat()) {
    yield `word ${word}`;
    yield `start ${word.slice(0, 2)}`;
  }
}
