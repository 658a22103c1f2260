export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Area {
  /** Above 0. */
  readonly area: number;
}

/**
 * Cuts a rectangle into one for each item, in proportion to their areas and as square as may be: "Squarified Treemaps",
 * Bruls, Huizing and van Wijk, 2000. Items come largest first.
 */
export function squarify<T extends Area>(items: readonly T[], within: Rectangle): readonly (T & Rectangle)[] {
  const placed: (T & Rectangle)[] = [];
  let rest = within;
  for (let from = 0; from < items.length; ) {
    const side = Math.min(rest.width, rest.height);
    // Of what is left, so that errors of rounding do not add up.
    const scale = (rest.width * rest.height) / sumOf(items.slice(from));
    const ratioTo = (to: number): number => worstRatio(items.slice(from, to), side, scale);
    let to = from + 1;
    while (to < items.length && ratioTo(to + 1) <= ratioTo(to)) to++;
    const row = items.slice(from, to);
    const depth = (sumOf(row) * scale) / side;
    placed.push(...placeRow(row, { rest, depth, scale }));
    rest = withoutRow(rest, depth);
    from = to;
  }
  return placed;
}

/** The longer side of the worst rectangle of a row, divided by its shorter one. */
function worstRatio(row: readonly Area[], side: number, scale: number): number {
  const sum = sumOf(row) * scale;
  return Math.max(
    ...row.map(({ area }) => Math.max((side ** 2 * area * scale) / sum ** 2, sum ** 2 / (side ** 2 * area * scale))),
  );
}

/** A row stands along the shorter side. */
function placeRow<T extends Area>(
  row: readonly T[],
  { rest, depth, scale }: { rest: Rectangle; depth: number; scale: number },
): (T & Rectangle)[] {
  let { x, y } = rest;
  return row.map((item) => {
    const length = (item.area * scale) / depth;
    const isColumn = rest.width >= rest.height;
    const placed = { ...item, x, y, width: isColumn ? depth : length, height: isColumn ? length : depth };
    if (isColumn) y += length;
    else x += length;
    return placed;
  });
}

const withoutRow = ({ x, y, width, height }: Rectangle, depth: number): Rectangle =>
  width >= height
    ? { x: x + depth, y, width: width - depth, height }
    : { x, y: y + depth, width, height: height - depth };

const sumOf = (items: readonly Area[]): number => items.reduce((sum, { area }) => sum + area, 0);
