-- Titles as full text, in the order of popularity. A rowid is rank × 2^32 + key: rank 1 to 128 for open ones, most volume
-- first, 129 to 256 for closed ones, 257 for what is not listed. The first hits in the order of rowids are the best known.
-- The words are cut and folded by the program, so the tokenizer has only to split at spaces.
DROP TABLE market_titles;
DROP TABLE event_titles;

CREATE VIRTUAL TABLE market_titles USING fts5 (
  title, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3 4'
);
CREATE VIRTUAL TABLE event_titles USING fts5 (
  title, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3 4'
);

-- Where its title is now.
ALTER TABLE markets ADD COLUMN title_rowid INTEGER;
ALTER TABLE events ADD COLUMN title_rowid INTEGER;

-- Titles of rank 0 are found, but neither folded nor ranked; the writer does that once it runs.
INSERT INTO market_titles (rowid, title) SELECT market_key, title FROM markets;
INSERT INTO event_titles (rowid, title) SELECT event_key, title FROM events;
UPDATE markets SET title_rowid = market_key;
UPDATE events SET title_rowid = event_key;
