-- Cardholders who signed in on a day until the end of each hour, each counted once. Sessions are deleted a day after
-- their end, so the figure of weeks is kept here. Written by due work.
CREATE TABLE sign_in_hour (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Begin of the hour. Security clock.
  hour timestamptz NOT NULL,
  people integer NOT NULL CHECK (people >= 0),
  PRIMARY KEY (tenant_id, hour)
);
ALTER TABLE sign_in_hour ENABLE ROW LEVEL SECURITY;
CREATE POLICY sign_in_hour_tenant ON sign_in_hour USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON sign_in_hour TO wattle_app;
GRANT UPDATE (people) ON sign_in_hour TO wattle_app;
CREATE INDEX session_begun ON session (tenant_id, created_at);

-- Runs of verify over the whole instance. The command writes them as the owner, the server reads them.
CREATE TABLE verify_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Clock of the database.
  begun_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL CHECK (ended_at >= begun_at),
  -- Places that are broken; 0: everything holds.
  broken integer NOT NULL CHECK (broken >= 0),
  -- Account of the machine that ran it.
  run_by text NOT NULL CHECK (char_length(run_by) BETWEEN 1 AND 100)
);
GRANT SELECT ON verify_run TO wattle_app;

-- Accounts that were closed, the last first.
CREATE INDEX ledger_account_ended ON ledger_account (tenant_id, closed_at, id)
  WHERE closed_at IS NOT NULL AND kind = 'cardholder';
