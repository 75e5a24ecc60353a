-- Payment methods are listed once, and methods that the bank carries out by a call have a record of each call.

-- In the order of their payee types: the n-th has type n, as in contract/src/rules/payment-method-list.ts. The checks
-- below follow from it, so a new method is one word here, by CREATE OR REPLACE. Inlined, so that a check costs nothing.
CREATE FUNCTION payment_methods() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY['bpay', 'internal', 'external'];

ALTER TABLE payment_out DROP CONSTRAINT payment_out_method_check;
ALTER TABLE payment_out ADD CONSTRAINT payment_out_method_check
  CHECK (method = ANY (payment_methods()) AND method <> 'internal');
ALTER TABLE bank_file DROP CONSTRAINT bank_file_method_check;
ALTER TABLE bank_file ADD CONSTRAINT bank_file_method_check
  CHECK (method = 'debit' OR (method = ANY (payment_methods()) AND method <> 'internal'));
ALTER TABLE bank_has_line DROP CONSTRAINT bank_has_line_method_check;
ALTER TABLE bank_has_line ADD CONSTRAINT bank_has_line_method_check
  CHECK (method = 'debit' OR (method = ANY (payment_methods()) AND method <> 'internal'));
ALTER TABLE schedule DROP CONSTRAINT schedule_kind_check;
ALTER TABLE schedule ADD CONSTRAINT schedule_kind_check CHECK (kind = 'return' OR kind = ANY (payment_methods()));
ALTER TABLE payee DROP CONSTRAINT payee_type_check;
ALTER TABLE payee ADD CONSTRAINT payee_type_check CHECK (type BETWEEN 1 AND cardinality(payment_methods()));
-- A payee within the programme has no BSB; which others have one is their method's own matter.
ALTER TABLE payee DROP CONSTRAINT payee_check;
ALTER TABLE payee ADD CONSTRAINT payee_bsb_check CHECK (type > 3 OR (bsb = '') = (type = 2));

-- Payments that the bank was asked for by a call and has not settled.
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check CHECK (kind IN (
  'cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax', 'directEntry', 'bpay', 'instant',
  'suspense', 'formerHolders', 'formerHolderDebts', 'directDebits', 'vouchers', 'gateway', 'losses', 'expiredVouchers',
  'writtenOff'));

-- The call by which the bank is asked to carry out a payment, recorded before it is made: a payment with a row is never
-- sent again, only asked about.
CREATE TABLE payment_call (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  -- Security clock.
  called_at timestamptz NOT NULL,
  -- The bank's final answer; null: not known yet.
  outcome text CHECK (outcome IN ('paid', 'refused')),
  answered_at timestamptz,
  -- The bank's own number of a payment, or the code of its refusal.
  answer text CHECK (char_length(answer) BETWEEN 1 AND 100),
  PRIMARY KEY (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES payment_out (tenant_id, transfer_id),
  CONSTRAINT payment_call_answered CHECK (num_nulls(outcome, answered_at, answer) IN (0, 3))
);
ALTER TABLE payment_call ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_call_tenant ON payment_call USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_call TO wattle_app;
GRANT UPDATE (outcome, answered_at, answer) ON payment_call TO wattle_app;

-- As before, and a payment that is made and to be called for may have been called for after the restored moment: it
-- counts as called, so that the bank is asked about it.
CREATE OR REPLACE FUNCTION hold_instance(since timestamptz, as_of timestamptz) RETURNS void
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
