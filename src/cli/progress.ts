import type { Log } from "../log.ts";
import type { ServiceOptions } from "../service.ts";
import type { Run } from "../store/runs.ts";

/** Reports passes: on a terminal a line that counts markets of full passes, and a log line when a pass ends. */
export function reportPasses(log: Log): Pick<Required<ServiceOptions>, "onProgress" | "onPass"> {
  const reached = new Map<string, number>();
  const isTerminal = process.stderr.isTTY === true && log.isLevelEnabled("info");
  const draw = (): void => {
    const parts = [...reached].map(([platform, markets]) => `${platform} ${markets.toLocaleString("en")}`);
    process.stderr.write(`\r\u001b[K${parts.length > 0 ? `Reading ${parts.join(" · ")} markets` : ""}`);
  };
  return {
    onProgress({ platform, kind, markets }) {
      if (!isTerminal || kind !== "full") return;
      reached.set(platform, markets);
      draw();
    },
    onPass(run) {
      if (isTerminal && reached.delete(run.platform)) process.stderr.write("\r\u001b[K");
      logPass(log, run);
    },
  };
}

function logPass(log: Log, run: Run): void {
  const { platform, kind, markets, inserted, changed, missing, rejected, error } = run;
  const seconds = (run.finishedAt - run.startedAt) / 1000;
  const figures = { platform, kind, seconds, markets, inserted, changed, missing, rejected };
  if (run.status !== "ok") log.warn({ ...figures, reason: error }, `${platform}: ${kind} pass ${run.status}`);
  else if (inserted + changed + missing > 0) log.info(figures, `${platform}: ${kind} pass done`);
  else log.debug(figures, `${platform}: ${kind} pass done, nothing changed`);
}
