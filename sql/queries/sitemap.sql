-- What a sitemap says of a page: its address and when it last changed. Lists, in their order.

-- name: markets
SELECT platform, id, updated_at AS updatedAt
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN markets ON market_key = listed
CROSS JOIN market_quotes USING (market_key)

-- name: events
-- The page of an event changes with any of its markets.
SELECT platform, id, (
  SELECT max(market_quotes.updated_at)
  FROM markets CROSS JOIN market_quotes USING (market_key)
  WHERE markets.event_key = events.event_key
) AS updatedAt
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN events ON event_key = listed
