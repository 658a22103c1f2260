-- name: listMined
-- Questions by event. CROSS keeps the index of events in the outer loop.
SELECT event_key, market_key, propositions.platform, words, entity, dates, numbers, facets, is_negated
FROM markets INDEXED BY markets_by_event
CROSS JOIN propositions USING (market_key)
WHERE event_key >= @event AND (event_key > @event OR market_key > @market)
ORDER BY event_key, market_key
LIMIT (SELECT @limit)

-- name: listMinedOf
SELECT 0, market_key, platform, words, entity, dates, numbers, facets, is_negated
FROM json_each(@keys)
CROSS JOIN propositions ON market_key = value

-- name: listAsked
SELECT market_key FROM json_each(@keys) CROSS JOIN propositions ON market_key = value

-- name: listMinedOfEvents
-- The questions of the markets' events.
SELECT markets.event_key, markets.market_key, propositions.platform, words, entity, dates, numbers, facets, is_negated
FROM (SELECT DISTINCT event_key FROM json_each(@keys) CROSS JOIN markets ON market_key = value) AS due
CROSS JOIN markets INDEXED BY markets_by_event ON markets.event_key = due.event_key
CROSS JOIN propositions ON propositions.market_key = markets.market_key
ORDER BY markets.event_key, markets.market_key

-- name: listMemberships
SELECT market_key AS marketKey, family_key AS familyKey, platform FROM json_each(@keys)
CROSS JOIN family_members ON market_key = value
JOIN families USING (family_key)

-- name: listAllMemberships
SELECT market_key AS marketKey, family_key AS familyKey FROM family_members
WHERE market_key > @after
ORDER BY market_key
LIMIT (SELECT @limit)

-- name: listMembers
SELECT market_key FROM family_members WHERE family_key = @familyKey ORDER BY market_key LIMIT (SELECT @limit)

-- name: findSize
SELECT members FROM families WHERE family_key = @familyKey

-- name: updateFamily
UPDATE families SET members = counted.members, dates = ifnull(@dates, dates)
FROM (SELECT count(*) AS members FROM family_members WHERE family_key = @familyKey) AS counted
WHERE family_key = @familyKey AND (families.members <> counted.members OR dates <> @dates)

-- name: saveFamilies
-- Unchanged rows are not written.
INSERT INTO families
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(@families) WHERE true
ON CONFLICT DO UPDATE SET template = excluded.template, dates = excluded.dates, members = excluded.members
WHERE template <> excluded.template OR dates <> excluded.dates OR members <> excluded.members

-- name: deleteFamilies
DELETE FROM families WHERE family_key IN (SELECT value FROM json_each(@keys))

-- name: listFamilyKeys
SELECT family_key FROM families WHERE family_key > @after ORDER BY family_key LIMIT (SELECT @limit)

-- name: saveMembers
INSERT INTO family_members
SELECT value ->> 0, value ->> 1 FROM json_each(@members) WHERE true
ON CONFLICT DO UPDATE SET family_key = excluded.family_key

-- name: deleteMembers
DELETE FROM family_members WHERE market_key IN (SELECT value FROM json_each(@keys))

-- name: saveTerms
INSERT INTO family_terms
SELECT value ->> 0, value ->> 1 FROM json_each(@terms) WHERE true
ON CONFLICT DO NOTHING

-- name: listByTerm
SELECT family_key AS familyKey, platform, template, dates FROM family_terms JOIN families USING (family_key)
WHERE term = @term
LIMIT (SELECT @limit)

-- name: listLinks
SELECT a_family_key AS one, b_family_key AS other, a.platform, b.platform AS otherPlatform, similarity,
  min(a.members, b.members) AS size, pairs
FROM (
  SELECT * FROM family_links WHERE a_family_key = @familyKey
  UNION ALL
  SELECT * FROM family_links WHERE b_family_key = @familyKey
)
JOIN families AS a ON a.family_key = a_family_key
JOIN families AS b ON b.family_key = b_family_key

-- name: listAllLinks
SELECT a_family_key AS one, b_family_key AS other, a.platform, b.platform AS otherPlatform, similarity,
  min(a.members, b.members) AS size, pairs
FROM family_links
JOIN families AS a ON a.family_key = a_family_key
JOIN families AS b ON b.family_key = b_family_key

-- name: saveLink
INSERT INTO family_links VALUES (@one, @other, @similarity, @pairs)
ON CONFLICT DO UPDATE SET similarity = excluded.similarity, pairs = excluded.pairs

-- name: deleteLink
DELETE FROM family_links WHERE a_family_key = @one AND b_family_key = @other
