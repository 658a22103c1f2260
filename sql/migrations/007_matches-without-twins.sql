-- A question that a platform lists twice gets its matches without being told apart from others: what titles say takes no
-- match from what rules say. The next start compares all markets again.

DROP INDEX propositions_by_twin_key;
ALTER TABLE propositions DROP COLUMN twin_key;
ALTER TABLE scored_pairs ADD COLUMN by_rules INTEGER NOT NULL DEFAULT 0;
