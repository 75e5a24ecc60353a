-- Views of accounts: staff who look at an account as its cardholder, in a session of a scope of its own. A server of the
-- release before knows no such scope and refuses its sessions.

ALTER TABLE session DROP CONSTRAINT session_scope_check;
ALTER TABLE session ADD CONSTRAINT session_scope_check
  CHECK (scope IN ('card', 'password', 'passcode', 'cardaccess', 'accountnumber', 'verifyactivation', 'view'));
ALTER TABLE session DROP CONSTRAINT session_web_account_check;
ALTER TABLE session ADD CONSTRAINT session_web_account_check CHECK (CASE scope
  WHEN 'password' THEN web_account_id IS NOT NULL WHEN 'passcode' THEN web_account_id IS NOT NULL
  WHEN 'view' THEN web_account_id IS NOT NULL
  WHEN 'accountnumber' THEN true ELSE web_account_id IS NULL END);

-- Each view that staff have asked for. Its session has the same id, and is deleted long before. The reason is a note of
-- staff, which is deleted when the person is erased.
CREATE TABLE account_view (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  holder_id bigint NOT NULL,
  web_account_id bigint NOT NULL,
  staff_id bigint NOT NULL,
  -- The view ends with this session of the desk, which may be deleted before it.
  staff_session_id uuid NOT NULL,
  -- Keyed hash of the ticket that opens it once.
  ticket_hash bytea NOT NULL CHECK (octet_length(ticket_hash) = 32),
  -- All times are of the security clock.
  asked_at timestamptz NOT NULL,
  ticket_ends_at timestamptz NOT NULL,
  -- Null: never opened.
  opened_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX account_view_opened ON account_view (tenant_id, web_account_id, opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX account_view_by_age ON account_view (tenant_id, asked_at);
ALTER TABLE account_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_view_tenant ON account_view USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON account_view TO wattle_app;
GRANT UPDATE (opened_at) ON account_view TO wattle_app;
