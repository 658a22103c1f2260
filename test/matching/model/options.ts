import type { FeatureName } from "../../../src/domain/matching/model.ts";
import type { BoostingOptions } from "./boosting.ts";

/** More of what agrees may only raise the score, more of what is left over may only lower it. */
const DIRECTIONS: Partial<Record<FeatureName, 1 | -1>> = {
  overlap: 1,
  overlapWithEvents: 1,
  rarestShared: 1,
  sharedOthers: 1,
  leftLess: -1,
  rarestLeftLess: -1,
  rarestLeftMore: -1,
  namesLeftLess: -1,
  closesApart: -1,
  sharedFigures: 1,
};

export const OPTIONS: BoostingOptions = {
  trees: 80,
  depth: 3,
  rate: 0.1,
  minLeaf: 2,
  ridge: 2,
  directions: DIRECTIONS,
};
