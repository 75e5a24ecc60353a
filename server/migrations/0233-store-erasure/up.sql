-- Dropped: not paid for, and forgotten; a charge that comes later goes back.
ALTER TABLE store_order DROP CONSTRAINT store_order_state_check;
ALTER TABLE store_order ADD CONSTRAINT store_order_state_check
  CHECK (state IN ('Placed', 'Issued', 'Refused', 'Dropped'));
-- Business time at which who bought, who was given a card and what was written were erased.
ALTER TABLE store_order ADD COLUMN erased_at timestamptz;
CREATE INDEX store_order_to_erase ON store_order (tenant_id, placed_at) WHERE erased_at IS NULL;
