import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createProtocolServer } from "./protocol.ts";
import type { ToolService } from "./tool-service.ts";

/** Serves one client over standard input and output, in the era of its first message, until either ends or `stop` resolves. */
export async function serveStandardStreams(service: ToolService, stop: Promise<unknown>): Promise<void> {
  const { stdin, stdout } = process;
  // The transport drops what is asked when its input ends, so that a pipe of messages would get no answers.
  const input = new PassThrough();
  stdin.pipe(input, { end: false });
  const { counted, untilAnswered } = countCalls(service);
  const ended = Promise.race([once(stdin, "end"), once(stdin, "close")]);
  const connection = serveStdio(() => createProtocolServer(counted), {
    transport: new StdioServerTransport(input, stdout),
  });
  await Promise.race([ended.then(untilAnswered), stop]);
  await connection.close();
}

/** Turns of the event loop without a call, after which a client that has ended is owed nothing. */
const QUIET_TURNS = 20;

/** The same service, with a way to wait until all of its calls are answered. */
function countCalls(service: ToolService) {
  const open = new Set<Promise<unknown>>();
  const during = <T>(work: Promise<T>): Promise<T> => {
    open.add(work);
    const remove = (): void => void open.delete(work);
    work.then(remove, remove);
    return work;
  };
  const counted: ToolService = {
    list: () => during(service.list()),
    call: (name, given) => during(service.call(name, given)),
  };
  const untilAnswered = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = open.size === 0 ? quiet + 1 : 0) {
      await Promise.allSettled(open);
      await setImmediate();
    }
  };
  return { counted, untilAnswered };
}
