-- Two markets of one platform with the same key may be listed twice. Null until the question is read again.
ALTER TABLE propositions ADD COLUMN twin_key INTEGER;
CREATE INDEX propositions_by_twin_key ON propositions (twin_key);

-- Markets of one platform whose questions share a template and differ in one slot.
CREATE TABLE families (
  family_key  INTEGER PRIMARY KEY,            -- a hash of the platform and the template
  platform    TEXT NOT NULL,
  template    TEXT NOT NULL,                  -- JSON array of words that all members have, stemmed
  dates       TEXT NOT NULL,                  -- JSON array of dates that all members have
  members     INTEGER NOT NULL
) STRICT;

CREATE TABLE family_members (
  market_key  INTEGER PRIMARY KEY REFERENCES propositions (market_key) ON DELETE CASCADE,
  family_key  INTEGER NOT NULL REFERENCES families (family_key) ON DELETE CASCADE
) STRICT;

CREATE INDEX family_members_by_family ON family_members (family_key);

-- What families find each other by: hashes of rare words of their templates, alone and with a date.
CREATE TABLE family_terms (
  term        INTEGER NOT NULL,
  family_key  INTEGER NOT NULL REFERENCES families (family_key) ON DELETE CASCADE,
  PRIMARY KEY (term, family_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX family_terms_by_family ON family_terms (family_key);

-- Families of two platforms that ask the same, and which of their members fill the slot alike.
CREATE TABLE family_links (
  a_family_key  INTEGER NOT NULL REFERENCES families (family_key) ON DELETE CASCADE,  -- the smaller key
  b_family_key  INTEGER NOT NULL REFERENCES families (family_key) ON DELETE CASCADE,
  similarity    INTEGER NOT NULL,             -- of the templates, in millionths
  pairs         TEXT NOT NULL,                -- JSON array of [market of A, market of B, relation of the slots]
  PRIMARY KEY (a_family_key, b_family_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX family_links_by_b ON family_links (b_family_key);
