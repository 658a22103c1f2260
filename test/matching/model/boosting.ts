import { type Model, sumOf, type Tree } from "../../../src/domain/matching/model.ts";

/** One labelled pair to learn from. */
export interface Example<Name extends string> {
  readonly features: Readonly<Record<Name, number>>;
  readonly isMatch: boolean;
  readonly weight: number;
}

export interface BoostingOptions<Name extends string> {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  /** The least sum of second derivatives in a leaf. */
  readonly minLeaf: number;
  readonly ridge: number;
  /** 1 for features that may only raise the score, -1 for those that may only lower it. */
  readonly directions: Readonly<Record<Name, 1 | -1 | 0>>;
}

/** Gradient boosting of the log loss with trees of second order, whose splits keep to the directions given. */
export function boost<Name extends string>(
  examples: readonly Example<Name>[],
  options: BoostingOptions<Name>,
): Pick<Model<Name>, "bias" | "trees"> {
  const names = Object.keys(options.directions) as Name[];
  const columns = new Map(names.map((name) => [name, Float64Array.from(examples, ({ features }) => features[name])]));
  const orders = new Map([...columns].map(([name, values]) => [name, orderOf(values)]));
  const bias = logOdds(examples);
  const scores = new Float64Array(examples.length).fill(bias);
  const trees: Tree<Name>[] = [];
  for (let count = 0; count < options.trees; count++) {
    const gradients = new Float64Array(examples.length);
    const curvatures = new Float64Array(examples.length);
    for (const [at, { isMatch, weight }] of examples.entries()) {
      const p = 1 / (1 + Math.exp(-(scores[at] ?? 0)));
      gradients[at] = weight * (Number(isMatch) - p);
      curvatures[at] = weight * Math.max(1e-6, p * (1 - p));
    }
    const work = { columns, orders, gradients, curvatures, options };
    const rows = new Uint8Array(examples.length).fill(1);
    const tree = grow(work, rows, 0, { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
    trees.push(tree);
    for (const [at, { features }] of examples.entries())
      scores[at] = (scores[at] ?? 0) + sumOf({ bias: 0, trees: [tree] }, features);
  }
  return { bias: round(bias), trees };
}

interface Work<Name extends string> {
  readonly columns: ReadonlyMap<Name, Float64Array>;
  /** Rows by rising value of each feature. */
  readonly orders: ReadonlyMap<Name, Uint32Array>;
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
  readonly options: BoostingOptions<Name>;
}

/** What the leaves of a branch may add, so that a direction holds for the whole tree. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Of the first and second derivatives of rows. */
interface Sums {
  readonly gradient: number;
  readonly curvature: number;
}

interface Split<Name> {
  readonly name: Name;
  readonly bound: number;
  readonly left: number;
  readonly right: number;
}

function grow<Name extends string>(work: Work<Name>, rows: Uint8Array, depth: number, bounds: Bounds): Tree<Name> {
  const { options, gradients, curvatures, columns } = work;
  const sums = { gradient: 0, curvature: 0 };
  for (let at = 0; at < rows.length; at++) {
    if (rows[at] === 0) continue;
    sums.gradient += gradients[at] ?? 0;
    sums.curvature += curvatures[at] ?? 0;
  }
  const split = depth === options.depth ? undefined : findSplit(work, rows, sums, bounds);
  if (split === undefined) return round(leafValue(sums, options.ridge, bounds) * options.rate);
  const { name, bound, left, right } = split;
  const [rowsLeft, rowsRight] = [new Uint8Array(rows.length), new Uint8Array(rows.length)];
  const values = columns.get(name) ?? new Float64Array();
  for (let at = 0; at < rows.length; at++) {
    if (rows[at] === 1) ((values[at] ?? 0) < bound ? rowsLeft : rowsRight)[at] = 1;
  }
  const middle = (left + right) / 2;
  const direction = options.directions[name];
  const lower: Bounds = { ...bounds, high: Math.min(bounds.high, middle) };
  const upper: Bounds = { ...bounds, low: Math.max(bounds.low, middle) };
  const [boundsLeft, boundsRight] =
    direction === 0 ? [bounds, bounds] : direction === 1 ? [lower, upper] : [upper, lower];
  const onLeft = grow(work, rowsLeft, depth + 1, boundsLeft);
  const onRight = grow(work, rowsRight, depth + 1, boundsRight);
  return onLeft === onRight ? onLeft : { feature: name, bound, below: onLeft, above: onRight };
}

/** The split that lowers the loss most; undefined where none lowers it. */
function findSplit<Name extends string>(
  { options, columns, orders, gradients, curvatures }: Work<Name>,
  rows: Uint8Array,
  all: Sums,
  bounds: Bounds,
) {
  const { ridge, minLeaf } = options;
  const ofLeaf = ({ gradient, curvature }: Sums) => {
    const value = leafValue({ gradient, curvature }, ridge, bounds);
    // How much a leaf of that value lowers the loss.
    return { value, gain: gradient * value - ((curvature + ridge) * value * value) / 2 };
  };
  let bestGain = ofLeaf(all).gain + 1e-6;
  let best: Split<Name> | undefined;
  for (const name of columns.keys()) {
    const values = columns.get(name) ?? new Float64Array();
    const direction = options.directions[name];
    const below = { gradient: 0, curvature: 0 };
    let last = Number.NaN;
    for (const at of orders.get(name) ?? []) {
      if (rows[at] === 0) continue;
      const value = values[at] ?? 0;
      const curvatureAbove = all.curvature - below.curvature;
      if (value > last && below.curvature >= minLeaf && curvatureAbove >= minLeaf) {
        const left = ofLeaf(below);
        const right = ofLeaf({ gradient: all.gradient - below.gradient, curvature: curvatureAbove });
        const isAllowed = direction === 0 || (right.value - left.value) * direction >= 0;
        if (isAllowed && left.gain + right.gain > bestGain) {
          bestGain = left.gain + right.gain;
          best = { name, bound: round((value + last) / 2), left: left.value, right: right.value };
        }
      }
      last = value;
      below.gradient += gradients[at] ?? 0;
      below.curvature += curvatures[at] ?? 0;
    }
  }
  return best;
}

/** What a leaf adds. */
const leafValue = ({ gradient, curvature }: Sums, ridge: number, { low, high }: Bounds): number =>
  Math.min(high, Math.max(low, gradient / (curvature + ridge)));

function logOdds(examples: readonly Pick<Example<never>, "isMatch" | "weight">[]): number {
  let [matches, all] = [0, 0];
  for (const { isMatch, weight } of examples) {
    all += weight;
    if (isMatch) matches += weight;
  }
  return Math.log(matches / (all - matches));
}

const orderOf = (values: Float64Array): Uint32Array =>
  Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);

const round = (value: number): number => Number(value.toPrecision(4));
