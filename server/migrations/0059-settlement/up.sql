-- Files for the bank and its answers: where the money of each payment that has left is.

ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check
  CHECK (kind IN ('cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax', 'directEntry', 'bpay',
                  'suspense', 'formerHolders'));

ALTER TABLE payment_out
  ADD COLUMN state text NOT NULL DEFAULT 'Made' CHECK (state IN ('Made', 'Sent', 'Settled', 'Returned')),
  -- Of a payment that came back: the return code of direct entry, or `declined` and `reversed` of BPAY.
  ADD COLUMN reason text CHECK (reason ~ '^([1-9]|declined|reversed)$'),
  -- Business clock.
  ADD COLUMN sent_at timestamptz,
  ADD COLUMN settled_at timestamptz,
  ADD COLUMN returned_at timestamptz,
  ADD CONSTRAINT payment_out_return CHECK ((state = 'Returned') = (reason IS NOT NULL));
CREATE INDEX payment_out_made ON payment_out (tenant_id, method, value_date) WHERE state = 'Made';
-- A return is matched by whom was paid and how much.
CREATE INDEX payment_out_by_payee ON payment_out (tenant_id, bsb, account_number, amount);
GRANT UPDATE (state, reason, sent_at, settled_at, returned_at) ON payment_out TO wattle_app;

-- A file for the bank. Its bytes are frozen when it is made.
CREATE TABLE bank_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  method text NOT NULL CHECK (method IN ('external', 'bpay')),
  name text NOT NULL,
  value_date date NOT NULL,
  state text NOT NULL CHECK (state IN ('Made', 'Sent', 'Accepted', 'Rejected')),
  lines integer NOT NULL CHECK (lines > 0),
  cents bigint NOT NULL CHECK (cents > 0),
  -- SHA-256 of the bytes.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- AES-256-GCM, the file's id as associated data.
  content_cipher bytea NOT NULL,
  content_key_version smallint NOT NULL,
  -- Business clock.
  made_at timestamptz NOT NULL,
  sent_at timestamptz,
  answered_at timestamptz,
  -- Security clock. Set before a try to send, taken back where it is known that nothing left: a file with one that
  -- was never told to have arrived may have been sent.
  tried_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);
CREATE INDEX bank_file_open ON bank_file (tenant_id, id) WHERE state IN ('Made', 'Sent');
GRANT UPDATE (state, sent_at, answered_at, tried_at) ON bank_file TO wattle_app;
GRANT USAGE ON SEQUENCE bank_file_id_seq TO wattle_app;

-- Which file carries a payment. A rejected file gives its payments back to be put into another one.
CREATE TABLE bank_file_line (
  tenant_id integer NOT NULL,
  bank_file_id bigint NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  transfer_id bigint NOT NULL,
  is_void boolean NOT NULL DEFAULT false,
  PRIMARY KEY (bank_file_id, line),
  FOREIGN KEY (tenant_id, bank_file_id) REFERENCES bank_file (tenant_id, id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES payment_out (tenant_id, transfer_id)
);
-- Each payment is in one file at most.
CREATE UNIQUE INDEX bank_file_line_once ON bank_file_line (tenant_id, transfer_id) WHERE NOT is_void;
GRANT UPDATE (is_void) ON bank_file_line TO wattle_app;

-- A file that the bank has left for us.
CREATE TABLE bank_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  kind text NOT NULL CHECK (kind IN ('outcome', 'returns', 'bpayResults', 'unknown')),
  -- Waiting: a second person has to take it. Refused: it is not fit to be believed.
  state text NOT NULL CHECK (state IN ('Taken', 'Waiting', 'Refused')),
  reason text,
  lines integer NOT NULL,
  cents bigint NOT NULL,
  content_cipher bytea NOT NULL,
  content_key_version smallint NOT NULL,
  read_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, digest)
);
GRANT UPDATE (state) ON bank_answer TO wattle_app;
GRANT USAGE ON SEQUENCE bank_answer_id_seq TO wattle_app;

-- A line of it that is about one payment: named by the file and its number.
CREATE TABLE bank_answer_line (
  tenant_id integer NOT NULL,
  bank_answer_id bigint NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  kind text NOT NULL CHECK (kind IN ('return', 'paid', 'unpaid')),
  -- Who was paid, as the line has it.
  bsb text NOT NULL,
  account_number text NOT NULL,
  reference text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- Day of the month of the original, of direct entry.
  day smallint,
  -- The transfer that it names, of BPAY.
  named_id bigint,
  code text NOT NULL,
  -- Open until it is matched and what follows is carried out.
  state text NOT NULL CHECK (state IN ('Open', 'Done', 'Suspense', 'FormerHolder')),
  transfer_id bigint,
  done_at timestamptz,
  told_at timestamptz,
  PRIMARY KEY (bank_answer_id, line),
  FOREIGN KEY (tenant_id, bank_answer_id) REFERENCES bank_answer (tenant_id, id)
);
CREATE INDEX bank_answer_line_open ON bank_answer_line (tenant_id, bank_answer_id, line) WHERE state = 'Open';
CREATE INDEX bank_answer_line_untold ON bank_answer_line (tenant_id) WHERE state = 'Done' AND kind <> 'paid' AND told_at IS NULL;
GRANT UPDATE (state, transfer_id, done_at, told_at) ON bank_answer_line TO wattle_app;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['bank_file', 'bank_file_line', 'bank_answer', 'bank_answer_line'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
