-- Who a programme is to its bank, its mail, its text messages and its payment gateway. Until now the settings of the
-- environment stood for every programme of an instance; they stay the default of the first one. A server of the release
-- before does not know these rows and goes on with the environment's.
CREATE TABLE programme_identity (
  tenant_id integer NOT NULL REFERENCES tenant,
  part text NOT NULL CHECK (part IN ('bank', 'mail', 'sms', 'gateway')),
  -- Checked before it is stored. Secrets are named by their settings and are not in it.
  settings jsonb NOT NULL,
  -- Business clock.
  set_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, part)
);
ALTER TABLE programme_identity ENABLE ROW LEVEL SECURITY;
-- Each server reads those of all programmes at once. Nothing in them is secret.
CREATE POLICY programme_identity_read ON programme_identity FOR SELECT USING (true);
CREATE POLICY programme_identity_write ON programme_identity USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON programme_identity TO wattle_app;
