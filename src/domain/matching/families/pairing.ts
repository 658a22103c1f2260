import { initialsOf } from "../../propositions/language/names.ts";
import type { Family, FamilyMember } from "./family.ts";
import { indexNames } from "./name-index.ts";
import { compareSlots, isSameSlotButName } from "./slots.ts";

/** How the slots of two paired members agree: by name, by a figure or date, by another form of the name, as the last left. */
export type SlotRelation = "equal" | "value" | "alias" | "elimination";

/** Two members of aligned families that fill their slots alike. */
export interface SlotPair {
  readonly key: number;
  readonly otherKey: number;
  readonly relation: SlotRelation;
}

/** Fewest pairs by name before the last names left are taken for the same. */
const MIN_PAIRS_TO_ELIMINATE = 5;

/** Pairs the members of two families whose slots are the same name, figure or date. Twins all get the pair. */
export function pairSlots(one: Family, other: Family): SlotPair[] {
  const byText = Map.groupBy(other.members, textOf);
  const pairs = one.members.flatMap((member) => toPairs(member, byText.get(textOf(member)) ?? []));
  const taken = new Set(pairs.flatMap(({ key, otherKey }) => [key, otherKey]));
  const isLeft = ({ key }: FamilyMember): boolean => !taken.has(key);
  return [...pairs, ...pairAlike(one.members.filter(isLeft), other.members.filter(isLeft))];
}

/** What fills a slot, as text; equal for twins. */
const textOf = ({ slot: { name, dates, numbers, naming, facets } }: FamilyMember): string =>
  [name.join(" "), naming, facets, ...dates.map(({ kind, value }) => kind + value), JSON.stringify(numbers)].join("|");

function toPairs(member: FamilyMember, others: readonly FamilyMember[]): SlotPair[] {
  return others.flatMap((other) => {
    const relation = compareSlots(member.slot, other.slot);
    return relation === "no" ? [] : [{ key: member.key, otherKey: other.key, relation }];
  });
}

/** Pairs slots that say the same in other words, where neither side has another choice. */
function pairAlike(members: readonly FamilyMember[], others: readonly FamilyMember[]): SlotPair[] {
  const texts = new Map([...members, ...others].map((member) => [member.key, textOf(member)]));
  const findAlike = indexNames(others);
  const pairs = members.flatMap((member) => toPairs(member, findAlike(member)));
  const choices = new Map<number, Set<string>>();
  const note = (key: number, choice: number): void => {
    choices.set(key, (choices.get(key) ?? new Set()).add(texts.get(choice) ?? ""));
  };
  for (const { key, otherKey } of pairs) {
    note(key, otherKey);
    note(otherKey, key);
  }
  return pairs.filter(({ key, otherKey }) => choices.get(key)?.size === 1 && choices.get(otherKey)?.size === 1);
}

/** Pairs the names that are left: forms of one name first, then the last one of each side. */
export function pairRest(one: Family, other: Family, paired: readonly SlotPair[]): SlotPair[] {
  const taken = new Set(paired.flatMap(({ key, otherKey }) => [key, otherKey]));
  const isLeft = ({ key, slot }: FamilyMember): boolean => !taken.has(key) && slot.name.length > 0 && !slot.isRest;
  const added: SlotPair[] = [];
  const findAlike = indexNames(other.members);
  for (const member of one.members.filter(isLeft)) {
    const forms = findAlike(member).filter((candidate) => isForm(member, candidate));
    const [match] = forms;
    if (match === undefined || forms.length > 1 || !isLeft(match)) continue;
    if (one.members.filter((candidate) => isForm(candidate, match)).length > 1) continue;
    added.push({ key: member.key, otherKey: match.key, relation: "alias" });
    taken.add(member.key).add(match.key);
  }
  const [left, leftOther] = [one.members.filter(isLeft), other.members.filter(isLeft)];
  const [last] = left;
  const [otherLast] = leftOther;
  const isLast = left.length === 1 && leftOther.length === 1 && paired.length >= MIN_PAIRS_TO_ELIMINATE;
  if (isLast && last !== undefined && otherLast !== undefined && isSameSlotButName(last.slot, otherLast.slot)) {
    added.push({ key: last.key, otherKey: otherLast.key, relation: "elimination" });
  }
  return added;
}

/** Whether one name holds the other, or is its initials. */
const isForm = ({ slot: a }: FamilyMember, { slot: b }: FamilyMember): boolean =>
  isFormOfName(a.name, b.name) && isSameSlotButName(a, b);

function isFormOfName(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return false;
  if (short.every((word) => long.includes(word))) return true;
  return short.length === 1 && long.length > 1 && short[0] === initialsOf(long);
}
