-- Files for the bank and its answers: where the money of each payment that has left is, and what is owed to former
-- holders.

-- A file for the bank. Its bytes are frozen when it is made.
CREATE TABLE bank_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  method text NOT NULL CHECK (method IN ('external', 'bpay', 'debit')),
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
ALTER TABLE bank_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_file_tenant ON bank_file USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON bank_file TO wattle_app;
GRANT UPDATE (state, sent_at, answered_at, tried_at) ON bank_file TO wattle_app;
-- Content is encrypted under the row's own id, which is drawn before the row is written.
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
ALTER TABLE bank_file_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_file_line_tenant ON bank_file_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON bank_file_line TO wattle_app;
GRANT UPDATE (is_void) ON bank_file_line TO wattle_app;

-- A file that the bank has left for us.
CREATE TABLE bank_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  kind text NOT NULL CHECK (kind IN ('outcome', 'returns', 'bpayResults', 'deposits', 'unknown')),
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
ALTER TABLE bank_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_answer_tenant ON bank_answer USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON bank_answer TO wattle_app;
GRANT UPDATE (state) ON bank_answer TO wattle_app;
-- Content is encrypted under the row's own id, which is drawn before the row is written.
GRANT USAGE ON SEQUENCE bank_answer_id_seq TO wattle_app;

-- A line of such a file that is about one payment.
CREATE TABLE bank_answer_line (
  tenant_id integer NOT NULL,
  bank_answer_id bigint NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  kind text NOT NULL CHECK (kind IN ('return', 'debitReturn', 'paid', 'unpaid', 'deposit')),
  -- Who was paid, as the line has it.
  bsb text NOT NULL,
  account_number text NOT NULL,
  reference text NOT NULL,
  -- Who sent a deposit, and where it can be sent back to. BSB as 6 digits.
  remitter text,
  from_bsb text,
  from_account text,
  cents bigint NOT NULL CHECK (cents > 0),
  -- Day of the month of the original, of direct entry.
  day smallint,
  -- The day that the file itself says.
  file_day date,
  -- The transfer that it names, of BPAY.
  named_id bigint,
  -- The account of ours that it comes back to, where the bank lets a file trace its payer.
  payer_account text,
  code text NOT NULL,
  -- Open until it is matched and what follows is carried out.
  state text NOT NULL
    CHECK (state IN ('Open', 'Done', 'Suspense', 'FormerHolder', 'Released', 'SentBack')),
  -- Why a deposit is in suspense.
  reason text CHECK (reason IN ('unknownAccount', 'closedAccount', 'notAllowed', 'aboveMaximum')),
  -- The file of this banking day sends it back; null: only the desk decides.
  back_on date,
  transfer_id bigint,
  done_at timestamptz,
  told_at timestamptz,
  PRIMARY KEY (bank_answer_id, line),
  FOREIGN KEY (tenant_id, bank_answer_id) REFERENCES bank_answer (tenant_id, id)
);
CREATE INDEX bank_answer_line_open ON bank_answer_line (tenant_id, bank_answer_id, line) WHERE state = 'Open';
CREATE INDEX bank_answer_line_kept ON bank_answer_line (tenant_id, back_on) WHERE state = 'Suspense';
CREATE INDEX bank_answer_line_untold ON bank_answer_line (tenant_id)
  WHERE state = 'Done' AND kind IN ('return', 'unpaid') AND told_at IS NULL;
CREATE INDEX bank_answer_line_in_clear ON bank_answer_line (tenant_id)
  WHERE holds_card_number(account_number) OR holds_card_number(reference) OR holds_card_number(remitter);
CREATE INDEX bank_answer_line_typed_key
  ON bank_answer_line (typed_key_version(account_number || reference || coalesce(remitter, '')))
  WHERE account_number LIKE '^%' OR reference LIKE '^%' OR remitter LIKE '^%';
ALTER TABLE bank_answer_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_answer_line_tenant ON bank_answer_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON bank_answer_line TO wattle_app;
GRANT UPDATE (account_number, reference, state, transfer_id, done_at, told_at, remitter, reason, back_on)
  ON bank_answer_line TO wattle_app;

-- What keeps files from going to the bank or coming from it. It is told once and shown until it has ended.
CREATE TABLE bank_trouble (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('unreachable', 'notSent', 'unanswered', 'unread', 'misnamed', 'refused', 'waiting')),
  -- The file that it is about; empty where it is about none.
  file text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  -- Somebody of the desk has seen to it, although the file is still there.
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, file)
);
ALTER TABLE bank_trouble ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_trouble_tenant ON bank_trouble USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON bank_trouble TO wattle_app;
GRANT UPDATE (closed_at) ON bank_trouble TO wattle_app;
GRANT USAGE ON SEQUENCE bank_trouble_id_seq TO wattle_app;

-- What keeps files from the bank, over all tenants that are here.
CREATE FUNCTION bank_trouble_state(security timestamptz)
  RETURNS TABLE (kind text, files bigint, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT t.kind, count(*), extract(epoch FROM max(security - t.since))::double precision
    FROM bank_trouble t
   WHERE t.closed_at IS NULL AND t.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   GROUP BY t.kind ORDER BY t.kind;
END;
REVOKE EXECUTE ON FUNCTION bank_trouble_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bank_trouble_state TO wattle_app;

-- Money that came back for a closed account: whose it is, and which payment has paid it out.
CREATE TABLE former_money (
  tenant_id integer NOT NULL,
  -- The posting to the account formerHolders.
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  source text NOT NULL CHECK (source IN ('payment', 'directDebit', 'refund', 'dispute')),
  -- Business time.
  made_at timestamptz NOT NULL,
  -- The payment that has paid it out.
  paid_by bigint,
  PRIMARY KEY (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX former_money_open ON former_money (tenant_id, member_account_id) WHERE paid_by IS NULL;
ALTER TABLE former_money ENABLE ROW LEVEL SECURITY;
CREATE POLICY former_money_tenant ON former_money USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON former_money TO wattle_app;
GRANT UPDATE (paid_by) ON former_money TO wattle_app;
