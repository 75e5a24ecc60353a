-- Who has restricted a card. Of one that is Restricted, null means the programme: a server of the release before, or
-- the demo, has restricted it. The mark stays when the card is then reported lost or stolen, or expires.
ALTER TABLE card ADD COLUMN restricted_by text CHECK (restricted_by IN ('holder', 'programme'));
UPDATE card c SET restricted_by = CASE WHEN report.actor LIKE 'web:%' THEN 'holder' ELSE 'programme' END
FROM (SELECT DISTINCT ON (card_id) tenant_id, card_id, actor FROM card_report WHERE kind = 'block'
      ORDER BY card_id, id DESC) AS report
WHERE c.tenant_id = report.tenant_id AND c.id = report.card_id AND c.status = 'Restricted';
-- The desk lists replacements that wait for it.
CREATE INDEX card_restricted_by_programme ON card (tenant_id, id) WHERE restricted_by = 'programme';

-- A card on its way whose number has been reported lost or stolen can't be activated any more.
UPDATE card waiting SET status = 'Closed'
FROM card reported
WHERE reported.tenant_id = waiting.tenant_id AND reported.member_account_id = waiting.member_account_id
  AND reported.masked_number = waiting.masked_number AND reported.id <> waiting.id
  AND reported.status IN ('Lost', 'Stolen') AND waiting.status IN ('NotIssued', 'Ordered');

-- A card has one successor that is not closed: one that was closed with its number gives its place to another.
DROP INDEX card_by_replaced;
CREATE UNIQUE INDEX card_by_replaced ON card (replaces_id) WHERE replaces_id IS NOT NULL AND status <> 'Closed';
