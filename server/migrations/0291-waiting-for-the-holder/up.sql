-- Since when a payment or an automatic top-up waits for its holder to keep or cancel it: it was made shortly before the
-- password was reset. Null: it does not wait. Security time.
ALTER TABLE schedule ADD COLUMN waits_since timestamptz;
GRANT UPDATE (waits_since) ON schedule TO wattle_app;
CREATE INDEX schedule_waiting ON schedule (tenant_id, holder_id) WHERE waits_since IS NOT NULL;

ALTER TABLE auto_topup ADD COLUMN waits_since timestamptz;
-- When its amounts were last changed; null: not since they were agreed to. Business time, as accepted_at.
ALTER TABLE auto_topup ADD COLUMN changed_at timestamptz;
CREATE INDEX auto_topup_waiting ON auto_topup (tenant_id, web_account_id) WHERE waits_since IS NOT NULL;

-- Since when its user is asked to check the account: after a reset, until they have. Security time.
ALTER TABLE web_account ADD COLUMN check_since timestamptz;
