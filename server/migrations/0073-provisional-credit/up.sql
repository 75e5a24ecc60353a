-- A credit while a dispute is decided: cents, and when it was taken back. At most one for a dispute.
ALTER TABLE dispute
  ADD COLUMN provisional bigint CHECK (provisional BETWEEN 1 AND amount),
  ADD COLUMN provisional_ended_at timestamptz,
  ADD CHECK (provisional_ended_at IS NULL OR provisional IS NOT NULL);
GRANT UPDATE (provisional, provisional_ended_at) ON dispute TO wattle_app;
-- Withdrawn disputes whose provisional credit still stands.
CREATE INDEX dispute_provisional ON dispute (tenant_id, id)
  WHERE state = 'Cancelled' AND provisional IS NOT NULL AND provisional_ended_at IS NULL;
