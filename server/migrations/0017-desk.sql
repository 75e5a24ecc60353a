-- The programme's staff, their sessions, and requests that a second member approves. All times are of the security
-- clock.

-- A member of the programme's staff.
CREATE TABLE staff (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Sign-in name, in lower case.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9.-]{1,39}$'),
  full_name text NOT NULL CHECK (full_name <> ''),
  role text NOT NULL CHECK (role IN ('viewer', 'agent', 'manager')),
  -- Argon2id with the pepper. Null until the member has set a password.
  password_hash text,
  -- A set-up code lets the member set a password, once and before it ends. A keyed hash is enough for it, because the
  -- code is random and long.
  set_up_hash bytea CHECK (octet_length(set_up_hash) = 32),
  set_up_ends_at timestamptz,
  -- All times of this file are of the security clock.
  created_at timestamptz NOT NULL,
  -- Set: no longer a member. The row stays, because requests and the audit log name it.
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name),
  CHECK ((set_up_hash IS NULL) = (set_up_ends_at IS NULL)),
  CHECK (set_up_hash IS NULL OR password_hash IS NULL)
);
ALTER TABLE staff ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_tenant ON staff USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON staff TO wattle_app;
GRANT UPDATE (password_hash, set_up_hash, set_up_ends_at, ended_at) ON staff TO wattle_app;

-- A signed-in member of staff.
CREATE TABLE staff_session (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  staff_id bigint NOT NULL,
  -- Keyed hash of the token. The token is known to its owner alone.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  revoked_at timestamptz,
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX staff_session_by_staff ON staff_session (staff_id) WHERE revoked_at IS NULL;
CREATE INDEX staff_session_by_end ON staff_session (tenant_id, ends_at);
ALTER TABLE staff_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_session_tenant ON staff_session USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_session TO wattle_app;
GRANT UPDATE (last_active_at, revoked_at) ON staff_session TO wattle_app;

-- Failed sign-ins by the name that was typed, known or not, as a keyed hash.
CREATE TABLE staff_guard (
  tenant_id integer NOT NULL REFERENCES tenant,
  name_hash bytea NOT NULL,
  -- Failures since the last success or lock.
  failures smallint NOT NULL,
  -- Consecutive locks: each lasts twice as long as the one before.
  locks smallint NOT NULL,
  locked_until timestamptz,
  -- When the last attempt was counted.
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, name_hash)
);
ALTER TABLE staff_guard ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_guard_tenant ON staff_guard USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_guard TO wattle_app;
GRANT UPDATE (failures, locks, locked_until, counted_at) ON staff_guard TO wattle_app;

-- A command of the desk that a second member of staff approves.
CREATE TABLE desk_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  command text NOT NULL,
  -- As it was typed and checked: texts and booleans, no secret. In the order of its fields, so json.
  input json NOT NULL,
  -- SHA-256 of command and input in canonical form. It is compared before the request is carried out.
  input_hash bytea NOT NULL CHECK (octet_length(input_hash) = 32),
  -- Object of the request, for the audit log: 'card:7'.
  object text,
  reason text NOT NULL CHECK (reason <> ''),
  -- The idempotency key of the call that made it: a retry makes no second request.
  client_key text NOT NULL,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('Requested', 'Approved', 'Refused', 'Expired', 'Done', 'Failed')),
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text,
  ended_at timestamptz,
  -- Of a request that was carried out: its answer without what is shown once, or the refusal.
  outcome json,
  UNIQUE (tenant_id, asked_by, client_key),
  FOREIGN KEY (tenant_id, asked_by) REFERENCES staff (tenant_id, id),
  FOREIGN KEY (tenant_id, decided_by) REFERENCES staff (tenant_id, id),
  CHECK ((decided_by IS NULL) = (state IN ('Requested', 'Expired'))),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((ended_at IS NULL) = (state IN ('Requested', 'Approved'))),
  CHECK ((outcome IS NULL) = (state NOT IN ('Done', 'Failed'))),
  -- Whoever asks may withdraw a request, never approve it.
  CHECK (state IN ('Requested', 'Expired', 'Refused') OR decided_by <> asked_by)
);
-- Only one open request for the same command and input.
CREATE UNIQUE INDEX desk_request_open ON desk_request (tenant_id, command, input_hash)
  WHERE state IN ('Requested', 'Approved');
CREATE INDEX desk_request_by_end ON desk_request (tenant_id, expires_at) WHERE state = 'Requested';
ALTER TABLE desk_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_request_tenant ON desk_request USING (tenant_id = (SELECT current_tenant()));
-- The requested input is immutable.
GRANT SELECT, INSERT ON desk_request TO wattle_app;
GRANT UPDATE (state, decided_by, decided_at, decision_reason, ended_at, outcome) ON desk_request TO wattle_app;
