-- From which network address a request came that the audit log has lines of. Apart from the log, whose lines are
-- sealed and never change: an address is truncated after 90 days.
CREATE TABLE client_address (
  tenant_id integer NOT NULL,
  request_id text NOT NULL,
  address inet NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  is_truncated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, request_id)
);
CREATE INDEX client_address_whole ON client_address (tenant_id, at) WHERE NOT is_truncated;
ALTER TABLE client_address ENABLE ROW LEVEL SECURITY;
CREATE POLICY client_address_tenant ON client_address USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON client_address TO wattle_app;

-- Where a session was opened. Sessions are deleted a day after their end.
ALTER TABLE session ADD COLUMN address inet;
