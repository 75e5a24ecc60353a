-- The desk counts the declined purchases of the last hours by reason. The index has declined ones alone, so that an
-- approved purchase writes nothing more.
CREATE INDEX authorisation_declines ON authorisation (tenant_id, at) INCLUDE (decline_reason, amount)
  WHERE status = 'declined';
