/** The texts of an axis of the first chart in a page: of "value" or "time", or of its marks as "event". */
export const ticksIn = (text: string, axis: "value" | "time" | "event"): readonly string[] =>
  [...text.matchAll(new RegExp(`<text class="${axis}[^>]*>([^<]+)`, "g"))].map(([, tick = ""]) => tick);

/** What the cursor can show of the first chart in a page: the place from 0 to 1, a text for each value, and the time. */
export const pointsIn = (text: string): readonly (readonly string[])[] =>
  (/data-points="([^"]*)"/.exec(text)?.[1] ?? "").split("\n").map((point) => point.split("|"));

/** What the legend of the first chart in a page shows without a cursor. */
export const valuesIn = (text: string): readonly string[] =>
  [...(/<ul class="legend">.*?<\/ul>/s.exec(text)?.[0] ?? "").matchAll(/data-value="([^"]*)"/g)].map(
    ([, value = ""]) => value,
  );
