-- Automatic top-ups, and the debits that collect them from other banks.

CREATE TABLE auto_topup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Who has accepted the agreement.
  web_account_id bigint NOT NULL,
  agreement_version text NOT NULL,
  accepted_at timestamptz NOT NULL,
  -- The bank account that is debited. BSB: 6 digits.
  account_name text NOT NULL,
  bsb text NOT NULL CHECK (bsb ~ '^\d{6}$'),
  account_number text NOT NULL,
  -- Cents: fires when less is available; what is collected then; the highest balance when it was agreed.
  trigger_amount bigint NOT NULL CHECK (trigger_amount >= 0),
  amount bigint NOT NULL CHECK (amount > 0 AND amount >= trigger_amount),
  maximum bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('Pending', 'Active', 'Retry', 'Expired', 'Cancelled')),
  -- Of one that was cancelled: by whom. `tries` and `time`: its code was wrong too often, or never came.
  ended_by text CHECK (ended_by IN ('person', 'bank', 'desk', 'tries', 'time')),
  -- HMAC of the code of its 1-cent deposit, how often it was wrong, and its last day.
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  wrong_codes smallint NOT NULL DEFAULT 0,
  code_until date NOT NULL,
  deposit_by date NOT NULL,
  deposit_transfer_id bigint NOT NULL,
  -- How often it was referred in a row, and the banking day of the next try.
  referred smallint NOT NULL DEFAULT 0,
  retry_on date,
  -- What its holder is still to be told, as the end of a template's name.
  untold text CHECK (untold IN ('depositReturned', 'lapsed', 'retry', 'expired', 'takenBack')),
  CHECK ((state = 'Cancelled') = (ended_by IS NOT NULL)),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
-- One for an account.
CREATE UNIQUE INDEX auto_topup_one ON auto_topup (member_account_id) WHERE state <> 'Cancelled';
CREATE INDEX auto_topup_pending ON auto_topup (tenant_id, code_until) WHERE state = 'Pending';
CREATE INDEX auto_topup_retry ON auto_topup (tenant_id, retry_on) WHERE state = 'Retry';
CREATE INDEX auto_topup_untold ON auto_topup (tenant_id, id) WHERE untold IS NOT NULL;

-- A debit of somebody's account at another bank. It has fired: it is made, in a file, collected, on the card.
CREATE TABLE direct_debit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  auto_topup_id bigint NOT NULL REFERENCES auto_topup,
  member_account_id bigint NOT NULL,
  -- Whom it debits, as the agreement said when it fired.
  name text NOT NULL,
  bsb text NOT NULL,
  account_number text NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('Made', 'Sent', 'Collected', 'Credited', 'Returned', 'TakenBack', 'Dropped')),
  -- Business clock.
  fired_at timestamptz NOT NULL,
  bank_file_id bigint,
  line integer,
  -- The banking day on which it is on the card.
  credit_on date,
  -- The credit, and the return code of one that came back.
  transfer_id bigint,
  reason text CHECK (reason ~ '^[1-9]$'),
  CHECK ((bank_file_id IS NULL) = (line IS NULL)),
  CHECK ((state IN ('Returned', 'TakenBack')) = (reason IS NOT NULL)),
  FOREIGN KEY (tenant_id, bank_file_id) REFERENCES bank_file (tenant_id, id)
);
-- One in flight for an account.
CREATE UNIQUE INDEX direct_debit_one ON direct_debit (member_account_id) WHERE state IN ('Made', 'Sent', 'Collected');
CREATE INDEX direct_debit_by_topup ON direct_debit (auto_topup_id, id);
CREATE INDEX direct_debit_made ON direct_debit (tenant_id, id) WHERE state = 'Made' AND bank_file_id IS NULL;
CREATE INDEX direct_debit_due ON direct_debit (tenant_id, credit_on) WHERE state = 'Collected';
CREATE INDEX direct_debit_by_file ON direct_debit (bank_file_id);
-- A return is matched by whom was debited and how much.
CREATE INDEX direct_debit_by_payer ON direct_debit (tenant_id, bsb, account_number, amount);

-- The 1-cent deposit is the programme's: what comes back of it is nobody's else.
ALTER TABLE payment_out ADD COLUMN is_deposit boolean NOT NULL DEFAULT false;

-- Files of debits, and their returns.
ALTER TABLE bank_file DROP CONSTRAINT bank_file_method_check;
ALTER TABLE bank_file ADD CONSTRAINT bank_file_method_check CHECK (method IN ('external', 'bpay', 'debit'));
DO $$
DECLARE
  kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'bank_answer_line_kind_check');
  name text;
BEGIN
  ALTER TABLE bank_answer_line DROP CONSTRAINT bank_answer_line_kind_check;
  EXECUTE 'ALTER TABLE bank_answer_line ADD CONSTRAINT bank_answer_line_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''debitReturn''::text, ');
  FOREACH name IN ARRAY ARRAY['auto_topup', 'direct_debit'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO wattle_app', name);
  END LOOP;
END
$$;
