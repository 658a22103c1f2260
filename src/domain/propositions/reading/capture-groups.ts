/** The named groups of a match; missing ones are undefined. */
export type CaptureGroups = Readonly<Record<string, string | undefined>>;
