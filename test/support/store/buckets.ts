import { VOLUME_BUCKETS } from "../../../src/domain/analytics.ts";

/** The bucket of a column `volume`, as SQL. */
export const BUCKET = `CASE ${VOLUME_BUCKETS.map(({ max }, bucket) =>
  max === null ? `ELSE ${bucket}` : `WHEN volume < ${max * 100} THEN ${bucket}`,
).join(" ")} END`;
