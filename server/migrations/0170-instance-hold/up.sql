-- A restored instance is held: nothing leaves it until the desk of every programme has released it, so that
-- what happened after the restored moment is not done a second time.
CREATE TABLE instance_hold (
  tenant_id integer PRIMARY KEY REFERENCES tenant,
  -- Security clock.
  held_at timestamptz NOT NULL,
  -- The moment that the rows are of.
  restored_to timestamptz NOT NULL,
  released_at timestamptz,
  released_by text,
  CHECK ((released_at IS NULL) = (released_by IS NULL))
);
ALTER TABLE instance_hold ENABLE ROW LEVEL SECURITY;
-- Whether anybody has yet to release the instance is read without a tenant. Nothing in it is secret.
CREATE POLICY instance_hold_read ON instance_hold FOR SELECT USING (true);
CREATE POLICY instance_hold_write ON instance_hold FOR UPDATE USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, UPDATE (released_at, released_by) ON instance_hold TO wattle_app;

-- Lines of files that the bank has, made after the restored moment: their payments are not in the books any
-- more, or in no file. A payment that is like one is that one, and leaves in no other file.
CREATE TABLE bank_has_line (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Name of the file.
  name text NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  method text NOT NULL CHECK (method IN ('external', 'bpay')),
  value_date date NOT NULL,
  bsb text NOT NULL,
  account_number text NOT NULL,
  reference text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- The payment that was found to be it.
  transfer_id bigint,
  PRIMARY KEY (tenant_id, name, line),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES payment_out (tenant_id, transfer_id)
);
CREATE INDEX bank_has_line_open ON bank_has_line (tenant_id, method) WHERE transfer_id IS NULL;
ALTER TABLE bank_has_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_has_line_tenant ON bank_has_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE (transfer_id) ON bank_has_line TO wattle_app;

-- Begins to hold, as the owner of the tables. A file that is made and not sent may have been sent after the
-- restored moment: it counts as tried, so that it is looked for and never sent a second time by itself.
CREATE FUNCTION hold_instance(since timestamptz, as_of timestamptz) RETURNS void
  LANGUAGE sql SET search_path = public
BEGIN ATOMIC
  UPDATE bank_file SET tried_at = since WHERE state = 'Made' AND tried_at IS NULL;
  INSERT INTO instance_hold (tenant_id, held_at, restored_to) SELECT id, since, as_of FROM tenant
  ON CONFLICT (tenant_id) DO UPDATE
    SET held_at = excluded.held_at, restored_to = excluded.restored_to, released_at = NULL, released_by = NULL;
END;
REVOKE EXECUTE ON FUNCTION hold_instance FROM PUBLIC;
