-- What is known of the instance as a whole: whether a restore holds it, and which keys its rows need.

-- A restored instance is held: nothing leaves it until the desk of every programme has released it, so that what
-- happened after the restored moment is not done a second time.
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
-- Whether the instance has yet to be released is read without a tenant. Nothing in it is secret.
CREATE POLICY instance_hold_read ON instance_hold FOR SELECT USING (true);
CREATE POLICY instance_hold_write ON instance_hold FOR UPDATE USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT ON instance_hold TO wattle_app;
GRANT UPDATE (released_at, released_by) ON instance_hold TO wattle_app;

-- A line of a file that the bank has, made after the restored moment: its payment is no longer in the books, or in no
-- file. A payment or debit that matches one is that one, and leaves in no other file.
CREATE TABLE bank_has_line (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Name of the file.
  name text NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  method text NOT NULL
    CHECK (method = 'debit' OR (method = ANY (payment_methods()) AND method <> 'internal')),
  value_date date NOT NULL,
  bsb text NOT NULL,
  account_number text NOT NULL,
  reference text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- The payment or the debit that was found to be it.
  transfer_id bigint,
  debit_id bigint REFERENCES direct_debit,
  PRIMARY KEY (tenant_id, name, line),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES payment_out (tenant_id, transfer_id),
  CONSTRAINT bank_has_line_found CHECK (transfer_id IS NULL OR debit_id IS NULL)
);
CREATE INDEX bank_has_line_open ON bank_has_line (tenant_id, method) WHERE transfer_id IS NULL AND debit_id IS NULL;
CREATE UNIQUE INDEX bank_has_line_by_debit ON bank_has_line (debit_id) WHERE debit_id IS NOT NULL;
CREATE INDEX bank_has_line_in_clear ON bank_has_line (tenant_id)
  WHERE holds_card_number(account_number) OR holds_card_number(reference);
CREATE INDEX bank_has_line_typed_key ON bank_has_line (typed_key_version(account_number || reference))
  WHERE account_number LIKE '^%' OR reference LIKE '^%';
CREATE INDEX bank_has_line_tax_number_in_clear ON bank_has_line (tenant_id)
  WHERE method = 'bpay' AND is_tax_file_number(account_number);
ALTER TABLE bank_has_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_has_line_tenant ON bank_has_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON bank_has_line TO wattle_app;
GRANT UPDATE (account_number, reference, transfer_id, debit_id) ON bank_has_line TO wattle_app;

-- Begins to hold, as the owner of the tables. A file that is made and not sent may have been sent after the restored
-- moment: it counts as tried, so that it is looked for and never sent a second time by itself. A payment that waits for
-- its call may have been called for: it counts as called, so that the bank is asked about it. Ids that were drawn
-- after the restored moment are known to the bank, to called systems and to holders of receipts, so the sequences jump:
-- new rows get none of them.
CREATE FUNCTION hold_instance(since timestamptz, as_of timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public
AS $$
DECLARE
  drawn text;
BEGIN
  UPDATE bank_file SET tried_at = since WHERE state = 'Made' AND tried_at IS NULL;
  INSERT INTO payment_call (tenant_id, transfer_id, called_at)
  SELECT tenant_id, key::bigint, since FROM due_work WHERE job = 'settlement.pay-by-call' AND done_at IS NULL
  ON CONFLICT DO NOTHING;
  INSERT INTO instance_hold (tenant_id, held_at, restored_to) SELECT id, since, as_of FROM tenant
  ON CONFLICT (tenant_id) DO UPDATE
    SET held_at = excluded.held_at, restored_to = excluded.restored_to, released_at = NULL, released_by = NULL;
  FOR drawn IN SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(drawn, nextval(drawn) + 10000000);
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION hold_instance FROM PUBLIC;

-- Whether rows need a version of a key. It reads the rows of every tenant and answers only yes or no.
CREATE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT CASE key_name
    WHEN 'pan' THEN EXISTS (SELECT 1 FROM card WHERE pan_key_version = key_version)
      OR EXISTS (SELECT 1 FROM holder WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM outbox_message WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM activation WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM kyc_case WHERE user_token_key_version = key_version OR name_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_file WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM processor_delivery WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM webhook_endpoint WHERE secret_key_version = key_version OR former_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_order WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_item WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM payee
                  WHERE account_number LIKE '^%' AND typed_key_version(account_number) = key_version)
      OR EXISTS (SELECT 1 FROM payment_out
                  WHERE (account_number LIKE '^%' OR name LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || name || reference) = key_version)
      OR EXISTS (SELECT 1 FROM schedule
                  WHERE body::text LIKE '%"^%' AND typed_key_version(body::text) = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%' OR remitter LIKE '^%')
                    AND typed_key_version(account_number || reference || coalesce(remitter, '')) = key_version)
      OR EXISTS (SELECT 1 FROM bank_has_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || reference) = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
REVOKE EXECUTE ON FUNCTION key_version_is_used FROM PUBLIC;
GRANT EXECUTE ON FUNCTION key_version_is_used TO wattle_app;

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
