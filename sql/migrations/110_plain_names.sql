-- Names that the program uses too: a veto forbids a pair, a blocking key makes candidates.
ALTER TABLE near_misses RENAME COLUMN guard TO veto;
ALTER TABLE proposition_grams RENAME TO blocking_keys;
ALTER TABLE blocking_keys RENAME COLUMN gram TO blocking_key;
