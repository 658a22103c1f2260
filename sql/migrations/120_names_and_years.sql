-- Words of proper names, and the years that a market's texts say. Markets are read again with the new rules.
ALTER TABLE propositions ADD COLUMN names TEXT NOT NULL DEFAULT '[]';
ALTER TABLE propositions ADD COLUMN years TEXT NOT NULL DEFAULT '[]';
