import { bandSchema } from "../../api/status/matching.ts";
import { passDaySchema, sourceSchema, type statusSchema } from "../../api/status/schema.ts";
import type { ValueOf } from "../../http/schema.ts";
import { rowKind, tableOf } from "../../http/tables/table.ts";

type StatusData = ValueOf<typeof statusSchema>;

/** A row for each platform that is on. */
export const SOURCE_TABLE = tableOf("sources", rowKind(sourceSchema), ({ sources }: StatusData) => sources);

/** A row for each platform and day. */
export const PASS_TABLE = tableOf("passes", rowKind(passDaySchema), ({ passes }: StatusData) => passes);

/** A row for each band of scores, and one for all. */
export const MATCH_TABLE = tableOf("matches", rowKind(bandSchema), ({ matching }: StatusData) => matching.bands);
