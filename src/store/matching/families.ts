import type { FamilyLink } from "../../domain/matching/families/alignment.ts";
import { type MinedFamily, type MinedMarket, toMinedMarket } from "../../domain/matching/families/mining.ts";
import { ONE } from "../../domain/prices.ts";
import { toStem } from "../../domain/propositions/language/text.ts";
import { type Db, prepare } from "../database/db.ts";

/** A market as mining reads it, with its event. */
export interface MinedSibling {
  readonly eventKey: number;
  readonly market: MinedMarket;
}

export interface StoredMember {
  readonly marketKey: number;
  readonly familyKey: number;
  readonly platform: string;
}

/** A family that has a term. */
export interface FoundFamily {
  readonly familyKey: number;
  readonly platform: string;
  /** Stemmed words of its template. */
  readonly words: readonly string[];
  /** Values of its template's dates. */
  readonly dates: readonly string[];
}

/** Families of sibling markets, their members and their links. The caller holds the transaction. */
export function openFamilies(db: Db) {
  const statement = (name: string) => prepare(db, "families", name);
  const mined = statement("listMined").raw();
  const minedOf = statement("listMinedOf").raw();
  const siblings = statement("listMinedOfEvents").raw();
  const asked = statement("listAsked").pluck();
  const save = statement("saveFamilies");
  const remove = statement("deleteFamilies");
  const keys = statement("listFamilyKeys").pluck();
  const size = statement("findSize").pluck();
  const update = statement("updateFamily");
  const saveTerms = statement("saveTerms");
  const byTerm = statement("listByTerm");
  return {
    /** The questions after a market of an event, by event and market. */
    listMined: (event: number, market: number, limit: number): MinedSibling[] =>
      (mined.all({ event, market, limit }) as MinedRow[]).map(toMinedSibling),

    listMinedOf: (marketKeys: readonly number[]): MinedMarket[] =>
      (minedOf.all({ keys: JSON.stringify(marketKeys) }) as MinedRow[]).map((row) => toMinedSibling(row).market),

    /** Those of these markets that still have a question. */
    listAsked: (marketKeys: readonly number[]) => asked.all({ keys: JSON.stringify(marketKeys) }) as number[],

    /** The questions of all markets in the events of these, by event. */
    listSiblings: (marketKeys: readonly number[]): MinedSibling[] =>
      (siblings.all({ keys: JSON.stringify(marketKeys) }) as MinedRow[]).map(toMinedSibling),

    save: (families: readonly MinedFamily[]): void =>
      void save.run({
        families: JSON.stringify(
          families.map(({ familyKey, platform, words, dates, members }) => [
            familyKey,
            platform,
            JSON.stringify(words),
            JSON.stringify(dates),
            members.length,
          ]),
        ),
      }),

    /** Counts the members of a family again, and replaces the dates of its template where they are given. */
    update: (familyKey: number, dates: readonly string[] | undefined): void =>
      void update.run({ familyKey, dates: dates === undefined ? null : JSON.stringify(dates) }),

    /** How many members a family has; 0 for an unknown one. */
    sizeOf: (familyKey: number) => (size.get({ familyKey }) ?? 0) as number,

    /** Removes families with their memberships, terms and links. */
    remove: (familyKeys: readonly number[]): void => void remove.run({ keys: JSON.stringify(familyKeys) }),

    /** The keys of families after one. */
    listKeys: (after: number, limit: number) => keys.all({ after, limit }) as number[],

    saveTerms: (terms: readonly (readonly [term: number, familyKey: number])[]): void =>
      void saveTerms.run({ terms: JSON.stringify(terms) }),

    listByTerm: (term: number, limit: number): FoundFamily[] =>
      (byTerm.all({ term, limit }) as FoundRow[]).map(({ template, dates, ...family }) => ({
        ...family,
        words: JSON.parse(template) as string[],
        dates: readList(dates),
      })),

    ...openMembers(db),
    ...openLinks(db),
  };
}

interface FoundRow extends Omit<FoundFamily, "words" | "dates"> {
  /** JSON. */
  readonly template: string;
  /** JSON. */
  readonly dates: string;
}

type MinedRow = readonly [
  eventKey: number,
  marketKey: number,
  platform: string,
  words: string,
  entity: string,
  dates: string,
  numbers: string,
  facets: string,
  isNegated: number,
];

const toMinedSibling = ([
  eventKey,
  marketKey,
  platform,
  words,
  entity,
  dates,
  numbers,
  facets,
  isNegated,
]: MinedRow) => ({
  eventKey,
  market: toMinedMarket(marketKey, platform, {
    words: readList(words).map(toStem),
    entity: readList(entity),
    facets: readList(facets),
    isNegated: isNegated === 1,
    dates,
    numbers,
  }),
});

// Most lists are empty.
const readList = (json: string): string[] => (json === "[]" ? [] : (JSON.parse(json) as string[]));

function openMembers(db: Db) {
  const statement = (name: string) => prepare(db, "families", name);
  const memberships = statement("listMemberships");
  const all = statement("listAllMemberships");
  const members = statement("listMembers").pluck();
  const save = statement("saveMembers");
  const remove = statement("deleteMembers");
  return {
    /** The families of these markets; markets without one are left out. */
    listMemberships: (marketKeys: readonly number[]) =>
      memberships.all({ keys: JSON.stringify(marketKeys) }) as StoredMember[],

    /** The families of the markets after one, by market. */
    listAllMemberships: (after: number, limit: number) => all.all({ after, limit }) as Omit<StoredMember, "platform">[],

    /** The markets of a family, by key. */
    listMembers: (familyKey: number, limit: number) => members.all({ familyKey, limit }) as number[],

    saveMembers: (rows: readonly (readonly [marketKey: number, familyKey: number])[]): void =>
      void save.run({ members: JSON.stringify(rows) }),

    removeMembers: (marketKeys: readonly number[]): void => void remove.run({ keys: JSON.stringify(marketKeys) }),
  };
}

type FamilyLinkRow = Omit<FamilyLink, "pairs"> & { readonly pairs: string };

function openLinks(db: Db) {
  const statement = (name: string) => prepare(db, "families", name);
  const list = statement("listLinks");
  const all = statement("listAllLinks");
  const save = statement("saveLink");
  const remove = statement("deleteLink");
  return {
    listLinks: (familyKey: number): FamilyLink[] => (list.all({ familyKey }) as FamilyLinkRow[]).map(toLink),

    listAllLinks: (): FamilyLink[] => (all.all() as FamilyLinkRow[]).map(toLink),

    saveLink: ({ one, other, similarity, pairs }: FamilyLink): void =>
      void save.run({ one, other, similarity: Math.round(similarity * ONE), pairs: writePairs(pairs) }),

    removeLink: (one: number, other: number): void => void remove.run({ one, other }),
  };
}

type Pairs = FamilyLink["pairs"];

const toLink = ({ pairs, similarity, ...link }: FamilyLinkRow): FamilyLink => ({
  ...link,
  similarity: similarity / ONE,
  pairs: readPairs(pairs),
});

const writePairs = (pairs: Pairs): string =>
  JSON.stringify(pairs.map(({ key, otherKey, relation }) => [key, otherKey, relation]));

const readPairs = (json: string): Pairs =>
  (JSON.parse(json) as [number, number, Pairs[number]["relation"]][]).map(([key, otherKey, relation]) => ({
    key,
    otherKey,
    relation,
  }));
