-- The operator's review begins with the pairs whose scores are nearest to that of a match.
CREATE INDEX scored_pairs_by_score ON scored_pairs (score);
