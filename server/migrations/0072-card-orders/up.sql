-- When the order of a card of plastic was taken up for the card maker. Business clock.
ALTER TABLE card ADD COLUMN plastic_ordered_at timestamptz;
-- What was ordered before was ordered by hand.
UPDATE card SET plastic_ordered_at = created_at WHERE status = 'Ordered';
CREATE INDEX card_to_make ON card (tenant_id, id) WHERE status = 'Ordered' AND plastic_ordered_at IS NULL;
CREATE INDEX card_by_expiry ON card (tenant_id, expiry, id) WHERE status IN ('Active', 'ActiveOff');
