import { inPath, text } from "../../http/parameters.ts";

/** Far longer than any id, with its ending. */
const MAX_LENGTH = 510;

/** The file name of a picture at the end of a path: an id, percent-encoded, and an ending. */
export const pathPicture = (ending: "svg" | "png", exampleId: string) =>
  inPath(
    text({
      description: `The id and .${ending}, percent-encoded.`,
      min: ending.length + 2,
      max: MAX_LENGTH,
      example: `${exampleId}.${ending}`,
      format: {
        expected: `an id and .${ending},`,
        pattern: new RegExp(`[^]\\.${ending}$`),
        json: { pattern: `\\.${ending}$` },
      },
    }),
  );

/** The id in the name of a picture's file. */
export const idOfPicture = (file: string): string => file.replace(/\.(svg|png)$/, "");
