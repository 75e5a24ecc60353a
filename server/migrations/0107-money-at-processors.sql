-- Money of a programme at its card processors.

-- The balance as the processor said it last.
CREATE TABLE processor_balance (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL PRIMARY KEY,
  cents bigint NOT NULL,
  -- Business time.
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, connection_id) REFERENCES processor_connection (tenant_id, id)
);
ALTER TABLE processor_balance ENABLE ROW LEVEL SECURITY;
-- The metrics read those of all programmes in one query, without a tenant.
CREATE POLICY processor_balance_read ON processor_balance FOR SELECT
  USING ((SELECT coalesce(current_setting('wattle.tenant_id', true), '')) = '');
CREATE POLICY processor_balance_write ON processor_balance USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON processor_balance TO wattle_app;
GRANT UPDATE (cents, at) ON processor_balance TO wattle_app;
