import { Agent, request } from "node:http";
import type { Answered } from "../support/service/documented.ts";

const AT_ONCE = 32;
const MAX_COMPLAINTS = 10;
const SILENCE_MS = 20_000;

/** A request to be sent; how its key is presented is part of it. */
export interface Generated {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Flood {
  readonly port: number;
  readonly count: number;
  readonly generate: () => Generated;
  /** What kind of answer it is, which is counted. Throws where the answer is wrong. */
  readonly judge: (answered: Answered) => string;
}

/** Sends generated requests until all are answered or some were answered wrongly. */
export async function flood({ port, count, generate, judge }: Flood) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  /** Ten times. */
  const memory: number[] = [];
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < count && wrong.length < MAX_COMPLAINTS) {
      if (++sent % Math.ceil(count / 10) === 0) memory.push(process.memoryUsage().rss);
      const generated = generate();
      try {
        const outcome = judge(await send(agent, port, generated));
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      } catch (error) {
        wrong.push(`${String(error).slice(0, 400)}: ${JSON.stringify(generated).slice(0, 600)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return { counts, wrong, memory };
}

function send(agent: Agent, port: number, { method, path, headers: given, body }: Generated): Promise<Answered> {
  // Without its length Node sends the body of a GET as if another request began.
  const headers = body === undefined ? given : { ...given, "Content-Length": Buffer.byteLength(body) };
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    response.on("end", () => {
      const status = response.statusCode ?? 0;
      resolve({ method, path, status, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
  });
  sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error("silence")));
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
