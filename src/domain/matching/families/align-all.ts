import type { Corpus } from "../weights.ts";
import {
  chooseLinks,
  type FamilyLink,
  findCandidates,
  indexTermsOf,
  linkOf,
  MAX_MEMBERS,
  type Outline,
} from "./alignment.ts";
import type { Family } from "./family.ts";

/** Aligns all families across platforms at once. */
export function alignFamilies(families: readonly Family[], corpus: Corpus): FamilyLink[] {
  const byKey = new Map(
    families.filter(({ members }) => members.length <= MAX_MEMBERS).map((family) => [family.familyKey, family]),
  );
  const byTerm = new Map<string, Outline[]>();
  const outlines = [...byKey.values()].map(({ familyKey, platform, template }) => ({
    familyKey,
    platform,
    words: template.words,
    dates: template.dates.map(({ value }) => value),
  }));
  for (const outline of outlines) {
    for (const { term } of indexTermsOf(outline, corpus)) {
      const list = byTerm.get(term);
      if (list === undefined) byTerm.set(term, [outline]);
      else list.push(outline);
    }
  }
  const links = new Map<string, FamilyLink>();
  for (const outline of outlines) {
    const one = byKey.get(outline.familyKey);
    for (const candidate of findCandidates(outline, (term) => byTerm.get(term) ?? [], corpus)) {
      const other = byKey.get(candidate.familyKey);
      if (one === undefined || other === undefined) continue;
      const [a, b] = one.familyKey < other.familyKey ? [one, other] : [other, one];
      const pair = `${a.familyKey} ${b.familyKey}`;
      const link = links.has(pair) ? undefined : linkOf(a, b, corpus);
      if (link !== undefined) links.set(pair, link);
    }
  }
  return chooseLinks([...links.values()]);
}
