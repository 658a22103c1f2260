// Families of siblings: markets that share a template and differ in one slot, aligned across platforms.
export {
  chooseLinks,
  createOutlineIndex,
  type FamilyLink,
  findCandidates,
  indexTermsOf,
  linkOf,
  MAX_FAMILIES_PER_TERM,
  MAX_MEMBERS,
  type WordWeights,
} from "./alignment.ts";
export {
  explainEvidence,
  type FamilyEvidence,
  type FamilyLookup,
  familyEvidenceOf,
  indexLink,
  indexLinks,
} from "./evidence.ts";
export { type Family, toFamily, toOutline } from "./family.ts";
export { createMiner } from "./miner.ts";
export {
  type MinedFamily,
  type MinedMarket,
  mineEvent,
  type Outline,
  rankTemplateKeys,
  toMinedMarket,
} from "./mining.ts";
export { twinKeyOf } from "./twins.ts";
