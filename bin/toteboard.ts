import { main } from "../src/cli.ts";

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
