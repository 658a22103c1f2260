import { writeFileSync } from "node:fs";
import { describeRows, ROWS_FILE } from "./row-types.ts";

writeFileSync(new URL(`../${ROWS_FILE}`, import.meta.url), describeRows());
