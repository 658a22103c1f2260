import manifest from "../package.json" with { type: "json" };

/** The version of this program, as in its package. */
export const VERSION: string = manifest.version;
