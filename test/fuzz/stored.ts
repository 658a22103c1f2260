/** Markets that hold what no market can, whatever a platform sent. */
export const STORED_BADLY = `
  SELECT platform, id FROM markets JOIN market_quotes USING (market_key)
  WHERE (yes_price IS NOT NULL AND yes_price NOT BETWEEN 0 AND 1000000)
    OR (best_bid IS NOT NULL AND best_bid NOT BETWEEN 0 AND 1000000)
    OR (best_ask IS NOT NULL AND best_ask NOT BETWEEN 0 AND 1000000)
    OR volume < 0 OR volume_24h < 0 OR volume > 9007199254740991
    OR length(trim(title)) = 0 OR length(id) = 0 OR url NOT LIKE 'https://%'
    OR closes_at NOT BETWEEN -62135596800000 AND 253402300799999
  LIMIT 5`;
