-- Payments that wait on a hold of the ledger: the first ones to a destination, above the product's amount.

ALTER TABLE schedule
  -- The hold that the money of a held payment lies on.
  ADD COLUMN hold_id bigint,
  -- A schedule to a new destination: what is due before this moment waits until then. Business clock.
  ADD COLUMN holds_until timestamptz;
CREATE INDEX schedule_held ON schedule (tenant_id, due_at) WHERE state = 'Active' AND hold_id IS NOT NULL;
