-- Pairs that a veto of date or number forbids may still imply a price: "by June" is no likelier than "by December".
ALTER TABLE near_misses ADD COLUMN relation TEXT CHECK (relation IN ('subset', 'superset', 'disjoint', 'complement'));
