-- What the rules of a market say, and whether a pair's deadline and predicate were read on both sides. The next start reads
-- all markets again, since the rules of matching are new.

ALTER TABLE propositions ADD COLUMN rule_words TEXT NOT NULL DEFAULT '[]';
ALTER TABLE propositions ADD COLUMN rules_crc INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scored_pairs ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0;
