/** What marks something in lists and charts: one colour for light pages and one for dark ones. */
export type Colours = readonly [light: string, dark: string];

/** The categories, with the colours that mark them in lists. */
const COLOURS = {
  politics: ["#b3392f", "#f08a7d"],
  sports: ["#1f7a3d", "#6fcf8d"],
  crypto: ["#b5780b", "#e9b44c"],
  economics: ["#1b5e8c", "#7cbcea"],
  finance: ["#0e7c86", "#5cc8d1"],
  science: ["#6d3fc4", "#b39af5"],
  technology: ["#3b4cc0", "#8fa0f5"],
  culture: ["#b0307f", "#ee8cc3"],
  climate: ["#4f7f1a", "#a5cf63"],
  world: ["#7a5230", "#cda27c"],
  other: ["#5f676d", "#9aa5ae"],
} as const satisfies Readonly<Record<string, Colours>>;

export type Category = keyof typeof COLOURS;

export const CATEGORY_COLOURS: Readonly<Record<Category, Colours>> = COLOURS;

export const CATEGORIES = Object.keys(COLOURS) as readonly Category[];
