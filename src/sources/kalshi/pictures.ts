import { toNumber } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { text, toFields, toRecords, toSegment } from "../json-fields.ts";
import { UpstreamError } from "../upstream-error.ts";

/** Events that people see first: the most traded of the last 24 hours. */
const MAX_PICTURED = 200;

/** Each is a request, for which a full pass waits. */
const MAX_ASKED_A_PASS = 20;

/** The field of an event that has its picture; the listing has none. */
export const EVENT_PICTURE = "picture_url";

/**
 * Pictures of the most traded events, by GetEventMetadata: each is asked for once, a few before each full pass, by the volumes
 * of the pass before.
 */
export function openPictures(base: string) {
  /** By ticker; null where an event has none. */
  const pictures = new Map<string, string | null>();
  let volumes = new Map<string, number>();
  return {
    async refresh(fetcher: Fetcher): Promise<void> {
      const known = volumes;
      volumes = new Map();
      const first = [...known].sort(([, a], [, b]) => b - a).slice(0, MAX_PICTURED);
      const wanted = first.filter(([ticker, volume]) => volume > 0 && !pictures.has(ticker)).slice(0, MAX_ASKED_A_PASS);
      for (const [ticker] of wanted) {
        try {
          const url = `${base}/events/${toSegment(ticker)}/metadata`;
          const about = toFields(await fetcher.json(url, { isOptional: true }));
          pictures.set(ticker, text(about?.featured_image_url) ?? text(about?.image_url));
        } catch (error) {
          // A picture is no reason to fail a pass: the next one asks again.
          if (error instanceof UpstreamError) return;
          throw error;
        }
      }
      // Events that have left the listing need none.
      if (known.size > 0) for (const ticker of pictures.keys()) if (!known.has(ticker)) pictures.delete(ticker);
    },

    addTo(body: unknown): unknown {
      const page = toFields(body);
      if (page === null || !Array.isArray(page.events)) return body;
      const events = toRecords(page.events).map((event) => {
        const ticker = text(event?.event_ticker);
        if (event === null || ticker === null) return event;
        volumes.set(ticker, volumeOf(event.markets));
        const picture = pictures.get(ticker);
        return picture == null ? event : { ...event, [EVENT_PICTURE]: picture };
      });
      return { ...page, events };
    },
  };
}

const volumeOf = (markets: unknown): number =>
  toRecords(markets).reduce((sum, market) => sum + (toNumber(market?.volume_24h_fp ?? market?.volume_24h) ?? 0), 0);
