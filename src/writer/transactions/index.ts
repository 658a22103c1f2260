// Short write transactions, checkpoints, fingerprints and the health of the file.
export { inlineCheckpoints, threadedCheckpoints } from "./checkpoints.ts";
export { eventFingerprint, eventIdOf, marketFingerprint, marketIdOf } from "./fingerprints.ts";
export { createHealth, guardCommands, type Health } from "./health.ts";
export { type Allowance, createFixedPace } from "./pace.ts";
export { openWriting, type Writing } from "./writing.ts";
