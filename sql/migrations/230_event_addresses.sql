-- Finds an event by its page's address.
CREATE INDEX events_by_url ON events (url);
