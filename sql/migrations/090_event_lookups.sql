-- An event that is only known from its markets is asked for by its id, the one that has waited longest first.
ALTER TABLE event_rows ADD COLUMN lookup_due_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_rows ADD COLUMN lookups INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_to_look_up ON event_rows (platform, lookup_due_at) WHERE is_partial = 1 AND status = 'closed';

-- Links of Kalshi led to the page of a series, which shows another of its events.
UPDATE event_rows
SET url = iif(is_partial, 'https://kalshi.com/events/' || id, url || '/event/' || lower(id))
WHERE platform = 'kalshi' AND url GLOB 'https://kalshi.com/markets/*' AND url NOT GLOB 'https://kalshi.com/markets/*/*'
  AND id NOT GLOB '*[^A-Za-z0-9._-]*';
UPDATE market_rows
SET url = event_rows.url
FROM event_rows
WHERE event_rows.event_key = market_rows.event_key AND market_rows.platform = 'kalshi' AND market_rows.url <> event_rows.url;
