-- The programme's staff, their sessions, and requests that a second member approves.

CREATE TABLE staff (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Sign-in name, in lower case.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9.-]{1,39}$'),
  full_name text NOT NULL CHECK (full_name <> ''),
  role text NOT NULL CHECK (role IN ('viewer', 'agent', 'manager')),
  -- Argon2id with the pepper. Null until the member has set a password.
  password_hash text,
  -- A set-up code lets the member set a password, once and before it ends. A keyed hash is enough for it,
  -- because the code is random and long.
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

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['staff', 'staff_session', 'staff_guard', 'desk_request'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (password_hash, set_up_hash, set_up_ends_at, ended_at) ON staff TO wattle_app;
GRANT UPDATE (last_active_at, revoked_at) ON staff_session TO wattle_app;
GRANT UPDATE (failures, locks, locked_until, counted_at) ON staff_guard TO wattle_app;
-- The requested input is immutable.
GRANT UPDATE (state, decided_by, decided_at, decision_reason, ended_at, outcome) ON desk_request TO wattle_app;
GRANT DELETE ON staff_session, staff_guard TO wattle_app;

-- What the desk finds people and cards by. Row-level security lets an index answer only what cannot leak a
-- row that is hidden, and lower() is not known to be such, so the folded texts are columns.
ALTER TABLE holder
  ADD COLUMN first_name_folded text GENERATED ALWAYS AS (lower(first_name)) STORED,
  ADD COLUMN surname_folded text GENERATED ALWAYS AS (lower(surname)) STORED,
  ADD COLUMN email_folded text GENERATED ALWAYS AS (lower(email)) STORED;
CREATE INDEX holder_by_first_name ON holder (tenant_id, first_name_folded text_pattern_ops);
CREATE INDEX holder_by_surname ON holder (tenant_id, surname_folded text_pattern_ops);
CREATE INDEX holder_by_email ON holder (tenant_id, email_folded);
CREATE INDEX holder_by_mobile ON holder (tenant_id, mobile);
CREATE INDEX card_by_last4 ON card (tenant_id, last4);
CREATE INDEX web_account_by_holder ON web_account (holder_id);
CREATE INDEX login_name_by_web_account ON login_name (web_account_id);
