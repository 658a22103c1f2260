-- The tables of the mirror, for PostgreSQL. Prices are dollars for a contract that pays 1, money is US dollars. Nothing here
-- needs an extension, a sequence, a trigger or a foreign key, so that it also runs on systems that speak like PostgreSQL. Some of
-- these commit each statement by itself: a file of migrations can be run again after a crash in the middle of it.
CREATE SCHEMA IF NOT EXISTS toteboard;
COMMENT ON SCHEMA toteboard IS 'A mirror of Toteboard. Only ''toteboard mirror'' writes here: put your own tables elsewhere';

CREATE TABLE IF NOT EXISTS toteboard.events (
  event_key     bigint PRIMARY KEY,
  platform      text NOT NULL,
  id            text NOT NULL,
  title         text NOT NULL,
  category      text NOT NULL,
  url           text NOT NULL,
  image_url     text,
  starts_at     timestamptz,
  ends_at       timestamptz,
  tags          text NOT NULL,
  liquidity     numeric,
  is_exclusive  boolean,
  is_partial    boolean NOT NULL,
  market_count  bigint NOT NULL,
  open_market_count bigint NOT NULL,
  volume        numeric NOT NULL,
  volume_24h    numeric NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS events_by_id ON toteboard.events (platform, id);
COMMENT ON TABLE toteboard.events IS 'What a platform lists several markets under';
COMMENT ON COLUMN toteboard.events.event_key IS 'Key of the row in the database of Toteboard';
COMMENT ON COLUMN toteboard.events.platform IS 'Id of the platform, such as kalshi';
COMMENT ON COLUMN toteboard.events.id IS 'The platform''s own id, unique within the platform';
COMMENT ON COLUMN toteboard.events.title IS 'Title as the platform has it';
COMMENT ON COLUMN toteboard.events.category IS 'Category by the rules of Toteboard, the same for all platforms';
COMMENT ON COLUMN toteboard.events.url IS 'Its page on the platform';
COMMENT ON COLUMN toteboard.events.image_url IS 'Its picture on the platform';
COMMENT ON COLUMN toteboard.events.starts_at IS 'When it begins, where the platform says';
COMMENT ON COLUMN toteboard.events.ends_at IS 'When it ends, where the platform says';
COMMENT ON COLUMN toteboard.events.tags IS 'Labels of the platform as a JSON array of strings: read it with tags::jsonb';
COMMENT ON COLUMN toteboard.events.liquidity IS 'Money in the orders that wait, or in the platform''s own pool; US dollars';
COMMENT ON COLUMN toteboard.events.is_exclusive IS 'True where at most one market can resolve yes; null where unknown';
COMMENT ON COLUMN toteboard.events.is_partial IS 'True while the event is known from its markets alone';
COMMENT ON COLUMN toteboard.events.market_count IS 'Markets with a price';
COMMENT ON COLUMN toteboard.events.open_market_count IS 'Open markets with a price';
COMMENT ON COLUMN toteboard.events.volume IS 'Lifetime volume of its markets, US dollars';
COMMENT ON COLUMN toteboard.events.volume_24h IS 'Volume of the last 24 hours of its markets, US dollars';
COMMENT ON COLUMN toteboard.events.updated_at IS 'When its own row last changed';

CREATE TABLE IF NOT EXISTS toteboard.markets (
  market_key     bigint PRIMARY KEY,
  event_key      bigint NOT NULL,
  platform       text NOT NULL,
  id             text NOT NULL,
  title          text NOT NULL,
  outcome_label  text,
  url            text NOT NULL,
  category       text NOT NULL,
  status         text NOT NULL,
  yes_price      numeric NOT NULL,
  price_source   text,
  best_bid       numeric,
  best_ask       numeric,
  last_price     numeric,
  volume         numeric NOT NULL,
  volume_24h     numeric NOT NULL,
  liquidity      numeric,
  open_interest  numeric,
  closes_at      timestamptz,
  created_at     timestamptz,
  first_seen_at  timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS markets_by_id ON toteboard.markets (platform, id);
CREATE INDEX IF NOT EXISTS markets_by_event ON toteboard.markets (event_key);
COMMENT ON TABLE toteboard.markets IS 'Yes/no contracts that have a price, with their newest quotes';
COMMENT ON COLUMN toteboard.markets.market_key IS 'Key of the row in the database of Toteboard';
COMMENT ON COLUMN toteboard.markets.event_key IS 'Its event: events.event_key';
COMMENT ON COLUMN toteboard.markets.platform IS 'Id of the platform, such as kalshi';
COMMENT ON COLUMN toteboard.markets.id IS 'The platform''s own id, unique within the platform';
COMMENT ON COLUMN toteboard.markets.title IS 'Complete by itself';
COMMENT ON COLUMN toteboard.markets.outcome_label IS 'The outcome within its event; null for the only market of an event';
COMMENT ON COLUMN toteboard.markets.url IS 'Its page on the platform';
COMMENT ON COLUMN toteboard.markets.category IS 'Category of its event';
COMMENT ON COLUMN toteboard.markets.status IS 'open or closed';
COMMENT ON COLUMN toteboard.markets.yes_price IS 'Price of yes, 0 to 1';
COMMENT ON COLUMN toteboard.markets.price_source IS 'Where yes_price comes from: quoted, mid, last, amm or settlement';
COMMENT ON COLUMN toteboard.markets.best_bid IS 'Highest price that somebody pays for yes; null where nobody does';
COMMENT ON COLUMN toteboard.markets.best_ask IS 'Lowest price that somebody sells yes for; null where nobody does';
COMMENT ON COLUMN toteboard.markets.last_price IS 'Price of the last trade';
COMMENT ON COLUMN toteboard.markets.volume IS 'Lifetime volume, US dollars';
COMMENT ON COLUMN toteboard.markets.volume_24h IS 'Volume of the last 24 hours, US dollars';
COMMENT ON COLUMN toteboard.markets.liquidity IS 'Money in the orders that wait, or in the platform''s own pool; US dollars';
COMMENT ON COLUMN toteboard.markets.open_interest IS 'What all contracts that people hold pay out, US dollars';
COMMENT ON COLUMN toteboard.markets.closes_at IS 'When trading ends; infinity beyond the year 9999';
COMMENT ON COLUMN toteboard.markets.created_at IS 'When the platform made it, where it says';
COMMENT ON COLUMN toteboard.markets.first_seen_at IS 'When Toteboard first read it';
COMMENT ON COLUMN toteboard.markets.updated_at IS 'When anything published of it last changed';

CREATE TABLE IF NOT EXISTS toteboard.questions (
  question_key  bigint PRIMARY KEY,
  id            text NOT NULL,
  market_key    bigint NOT NULL,
  changed_at    timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS questions_by_id ON toteboard.questions (id);
COMMENT ON TABLE toteboard.questions IS 'What markets of several platforms ask alike; matches has these markets';
COMMENT ON COLUMN toteboard.questions.question_key IS 'Key of the row in the database of Toteboard';
COMMENT ON COLUMN toteboard.questions.id IS 'Public id, as in the API';
COMMENT ON COLUMN toteboard.questions.market_key IS 'The market that gives title and direction: markets.market_key';
COMMENT ON COLUMN toteboard.questions.changed_at IS 'When its markets last changed';

CREATE TABLE IF NOT EXISTS toteboard.matches (
  question_key  bigint NOT NULL,
  market_key    bigint NOT NULL,
  is_inverted   boolean NOT NULL,
  score         numeric,
  PRIMARY KEY (question_key, market_key)
);
CREATE INDEX IF NOT EXISTS matches_by_market ON toteboard.matches (market_key);
COMMENT ON TABLE toteboard.matches IS 'Which markets ask a question: a row for each market of each question';
COMMENT ON COLUMN toteboard.matches.question_key IS 'The question: questions.question_key';
COMMENT ON COLUMN toteboard.matches.market_key IS 'The market: markets.market_key. It has no row there while it has no price';
COMMENT ON COLUMN toteboard.matches.is_inverted IS 'True where yes on the market is no on the question';
COMMENT ON COLUMN toteboard.matches.score IS 'Probability that it asks the same as the market that gives the title, 0 to 1; 1 for that market itself';

CREATE TABLE IF NOT EXISTS toteboard.resolutions (
  market_key        bigint PRIMARY KEY,
  outcome           text,
  settlement_price  numeric,
  resolved_at       timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS resolutions_by_time ON toteboard.resolutions (resolved_at);
COMMENT ON TABLE toteboard.resolutions IS 'How markets ended';
COMMENT ON COLUMN toteboard.resolutions.market_key IS 'The market: markets.market_key';
COMMENT ON COLUMN toteboard.resolutions.outcome IS 'yes, no, split, void or unknown';
COMMENT ON COLUMN toteboard.resolutions.settlement_price IS 'What a share of yes paid, 0 to 1';
COMMENT ON COLUMN toteboard.resolutions.resolved_at IS 'When it was resolved';

CREATE TABLE IF NOT EXISTS toteboard.prices (
  market_key  bigint NOT NULL,
  at          timestamptz NOT NULL,
  yes_price   numeric NOT NULL,
  volume      numeric,
  span        integer NOT NULL,
  low         numeric,
  high        numeric,
  PRIMARY KEY (market_key, at)
);
COMMENT ON TABLE toteboard.prices IS 'Prices over time. Only changes have a row: a price holds until the next row of its market. Rows stay when Toteboard itself has rolled up its own';
COMMENT ON COLUMN toteboard.prices.market_key IS 'The market: markets.market_key';
COMMENT ON COLUMN toteboard.prices.at IS 'When the price came into force; the end of the time that a row with a span sums up';
COMMENT ON COLUMN toteboard.prices.yes_price IS 'Price of yes from then on, 0 to 1';
COMMENT ON COLUMN toteboard.prices.volume IS 'Lifetime volume at that time, US dollars; null for the past that only the platform saw';
COMMENT ON COLUMN toteboard.prices.span IS 'Seconds that the row sums up: 0 for a single change, else 3600 or 86400, rolled up before it came here';
COMMENT ON COLUMN toteboard.prices.low IS 'Lowest price in its span; null for a single change';
COMMENT ON COLUMN toteboard.prices.high IS 'Highest price in its span; null for a single change';

CREATE TABLE IF NOT EXISTS toteboard.changes (
  seq      bigint PRIMARY KEY,
  at       timestamptz NOT NULL,
  type     text NOT NULL,
  subject  text NOT NULL
);
COMMENT ON TABLE toteboard.changes IS 'What changed since the copy began, for as long as Toteboard itself keeps it: what to read after a seq that you have seen';
COMMENT ON COLUMN toteboard.changes.seq IS 'Number of the change; it grows for ever, with gaps';
COMMENT ON COLUMN toteboard.changes.at IS 'When Toteboard wrote it';
COMMENT ON COLUMN toteboard.changes.type IS 'price, status, listed, resolved: of a market; event: of an event; match: of a question; spread: of a group; source: of a platform';
COMMENT ON COLUMN toteboard.changes.subject IS 'Key of the market, event, question or group, or the name of the platform';

CREATE TABLE IF NOT EXISTS toteboard.mirror_state (
  is_only         boolean PRIMARY KEY,
  schema_version  integer NOT NULL,
  owner           text NOT NULL,
  step            bigint NOT NULL,
  seq             bigint NOT NULL,
  copying         text,
  copied_key      bigint NOT NULL,
  copies          integer NOT NULL,
  current_at      timestamptz
);
INSERT INTO toteboard.mirror_state VALUES (true, 0, '', 0, 0, 'events', 0, 0, NULL) ON CONFLICT DO NOTHING;
COMMENT ON TABLE toteboard.mirror_state IS 'How far the mirror has come; one row, written in every transaction of the mirror';
COMMENT ON COLUMN toteboard.mirror_state.is_only IS 'True, so that there is one row';
COMMENT ON COLUMN toteboard.mirror_state.schema_version IS 'Number of the newest file of sql/mirror/migrations that was run here';
COMMENT ON COLUMN toteboard.mirror_state.owner IS 'The process that writes: an earlier one stops when it finds another name here';
COMMENT ON COLUMN toteboard.mirror_state.step IS 'Number of the last transaction';
COMMENT ON COLUMN toteboard.mirror_state.seq IS 'All changes up to this one are here';
COMMENT ON COLUMN toteboard.mirror_state.copying IS 'The table that is being copied; null once all are';
COMMENT ON COLUMN toteboard.mirror_state.copied_key IS 'The key up to which that table is copied';
COMMENT ON COLUMN toteboard.mirror_state.copies IS 'How often the copy began: once, and again whenever changes were lost';
COMMENT ON COLUMN toteboard.mirror_state.current_at IS 'The state of Toteboard that the tables show is that of this moment or later';
