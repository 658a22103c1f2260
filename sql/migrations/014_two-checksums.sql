-- The checksum of a settlement source gets a column of its own; it was kept above the 32 bits of the description's.

ALTER TABLE markets ADD COLUMN source_crc INTEGER NOT NULL DEFAULT 0;

UPDATE markets SET source_crc = description_crc >> 32, description_crc = description_crc & 0xffffffff
WHERE description_crc > 0xffffffff;

UPDATE propositions SET rules_crc = rules_crc & 0xffffffff WHERE rules_crc > 0xffffffff;
