import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, describe, it } from "node:test";
import { openWorld } from "../support/service/conformance.ts";
import { type Answered, assertDocumented } from "../support/service/documented.ts";
import { testConfig } from "../support/store/writer.ts";
import { chanceOf, SEED } from "./chance.ts";
import { type Generated, generate } from "./generate.ts";

const REQUESTS = Number(process.env.TEST_FUZZ_REQUESTS ?? 3000);
const AT_ONCE = 32;
/** Growth of the memory that the second half of a long run may show. */
const GROWTH_BYTES = 150e6;

const world = await openWorld();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
after(() => agent.destroy());
const { platforms } = testConfig();

describe(`generated requests (seed ${SEED})`, () => {
  it(`are answered as documented, and none breaks anything (${REQUESTS})`, async (t) => {
    const { secret } = await world.key("enterprise");
    const chance = chanceOf(100);
    const counts = new Map<number, number>();
    const wrong: string[] = [];
    const memory: number[] = [];
    let sent = 0;
    const work = async (): Promise<void> => {
      while (sent < REQUESTS && wrong.length < 10) {
        sent++;
        if (sent % Math.ceil(REQUESTS / 10) === 0) memory.push(process.memoryUsage().rss);
        const generated = generate(chance, secret);
        const complaint = await judge(generated, counts);
        if (complaint !== undefined) wrong.push(`${complaint}: ${JSON.stringify(generated).slice(0, 600)}`);
      }
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const seconds = (performance.now() - startedAt) / 1000;
    assert.deepEqual(wrong, []);
    const successes = (counts.get(200) ?? 0) / sent;
    t.diagnostic(`${JSON.stringify(Object.fromEntries([...counts].sort()))} in ${seconds.toFixed(0)} s`);
    t.diagnostic(`memory in MB, ten times: ${memory.map((bytes) => Math.round(bytes / 1e6)).join(" ")}`);
    assert.ok(successes >= 0.3, `${(successes * 100).toFixed(0)} % were answered 200`);
    if (REQUESTS >= 100_000) assert.ok((memory.at(-1) ?? 0) - (memory[4] ?? 0) < GROWTH_BYTES, "memory stays bounded");
    assert.deepEqual(
      world.logged.filter(({ level }) => Number(level) >= 50),
      [],
      "nothing failed inside",
    );
  });
});

/** Sends a request; gives what is wrong with the answer. */
async function judge(generated: Generated, counts: Map<number, number>): Promise<string | undefined> {
  let answered: Answered | undefined;
  try {
    answered = await send(generated);
  } catch (error) {
    const { message, rawPacket } = error as Error & { rawPacket?: Buffer };
    return `no answer (${message}${rawPacket === undefined ? "" : `; ${rawPacket.toString("latin1", 0, 200)}`})`;
  }
  const { status } = answered;
  counts.set(status, (counts.get(status) ?? 0) + 1);
  // Payments are not set up here.
  if (status >= 500 && status !== 503) return `status ${status}`;
  try {
    assertDocumented(platforms, answered);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 400);
  }
}

function send({ method, path, headers: given, body }: Generated): Promise<Answered> {
  // Without its length Node sends the body of a GET as if another request began.
  const headers = body === undefined ? given : { ...given, "Content-Length": Buffer.byteLength(body) };
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = request({ host: "127.0.0.1", port: world.port, method, path, headers, agent }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    response.on("end", () => {
      const status = response.statusCode ?? 0;
      resolve({ method, path, status, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
