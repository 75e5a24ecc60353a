-- Files for the bank and its answers: where the money of each payment that has left is, and what is owed to former
-- holders.

-- A file for the bank. Its bytes are frozen when it is made.
CREATE TABLE bank_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  method text NOT NULL
    CHECK (method = 'debit' OR (method = ANY (payment_methods()) AND method <> 'internal')),
  name text NOT NULL,
  value_date date NOT NULL,
  state text NOT NULL CHECK (state IN ('Made', 'Sent', 'Accepted', 'Rejected', 'Withdrawn')),
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
  -- Security clock. Set before a try to send, and cleared if it is known that nothing was sent. A file with this time
  -- and without a confirmed arrival may have been sent.
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
  -- Digest of the records of a file of deposits without its header: a file that the bank sends again with another date
  -- has different bytes.
  records bytea CHECK (octet_length(records) = 32),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, digest)
);
CREATE INDEX bank_answer_records ON bank_answer (tenant_id, records, read_at) WHERE records IS NOT NULL;
CREATE INDEX bank_answer_named ON bank_answer (tenant_id, name, id);
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
  -- The file of this business day returns it; null: only the desk decides.
  back_on date,
  transfer_id bigint,
  done_at timestamptz,
  told_at timestamptz,
  -- The posting at the bank that the line made, whatever happened to the money afterwards: the total of the file on a
  -- statement is all of them.
  posted_id bigint,
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
CREATE INDEX bank_answer_line_posted ON bank_answer_line (tenant_id, posted_id) WHERE posted_id IS NOT NULL;
-- The line of the bank that is about a payment.
CREATE INDEX bank_answer_line_by_transfer ON bank_answer_line (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX bank_answer_line_tax_number_in_clear ON bank_answer_line (tenant_id)
  WHERE kind IN ('paid', 'unpaid') AND is_tax_file_number(account_number);
ALTER TABLE bank_answer_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_answer_line_tenant ON bank_answer_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON bank_answer_line TO wattle_app;
GRANT UPDATE (account_number, reference, state, transfer_id, done_at, told_at, remitter, reason, back_on, posted_id)
  ON bank_answer_line TO wattle_app;

-- Causes that keep files from going to the bank or coming from it. Each is reported once and shown until it has ended.
CREATE TABLE bank_trouble (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('unreachable', 'notSent', 'unanswered', 'unread', 'misnamed', 'refused', 'waiting',
                    'statementUnread', 'statementRefused', 'statementMissing')),
  -- The file that it is about; empty where it is about none.
  file text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  -- A member of staff has closed it, although the file is still there.
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, file)
);
ALTER TABLE bank_trouble ENABLE ROW LEVEL SECURITY;
CREATE POLICY bank_trouble_tenant ON bank_trouble USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON bank_trouble TO wattle_app;
GRANT UPDATE (closed_at, reason, since) ON bank_trouble TO wattle_app;
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

-- Statements of the bank, the card scheme and the payment gateway, each beside its account in the books.

-- A statement that was read once.
CREATE TABLE book_statement (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL REFERENCES tenant,
  account text NOT NULL CHECK (account IN ('bank', 'schemeSettlement', 'gateway')),
  name text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Why it is not believed; null: it was taken.
  refused text,
  -- Of its lines.
  first_day date,
  last_day date,
  -- Signed cents, as the other side sees our account; null: it says none.
  opening bigint,
  closing bigint,
  -- The connection whose processor said it, with the day of the settlement as its first and last day. Null: it came as a
  -- file.
  connection_id integer,
  -- Business clock.
  read_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, account, digest)
);
CREATE INDEX book_statement_named ON book_statement (tenant_id, account, name);
-- The newest statement of an account, which the desk shows beside its balance, without a look at those before it.
CREATE INDEX book_statement_newest ON book_statement (tenant_id, account, last_day DESC NULLS LAST, id DESC)
  WHERE refused IS NULL;
CREATE INDEX book_statement_of_connection ON book_statement (tenant_id, connection_id, last_day)
  WHERE connection_id IS NOT NULL;
ALTER TABLE book_statement ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_statement_tenant ON book_statement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_statement TO wattle_app;

-- The settlement of a day at a card processor, which is a statement of the account of the scheme. It is asked for until
-- the processor has it, and again for a week, because it may correct it.
CREATE TABLE book_settlement (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  -- In the zone of the processor.
  day date NOT NULL,
  -- Business time. `next_at` null: not asked any more. `read_at` null: not read yet.
  next_at timestamptz,
  asked_at timestamptz,
  read_at timestamptz,
  -- Why it was not read when it was asked for last; null: it was.
  trouble text CHECK (char_length(trouble) BETWEEN 1 AND 60),
  -- Statements that it has: more than one where the processor has corrected it.
  statements integer NOT NULL DEFAULT 0 CHECK (statements >= 0),
  -- Signed cents, above zero for the programme, as the processor said last. Null: it does not say what was authorised.
  authorised bigint CHECK (authorised >= 0),
  cleared bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  disputed bigint NOT NULL DEFAULT 0,
  interchange bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  funded bigint NOT NULL DEFAULT 0,
  other bigint NOT NULL DEFAULT 0,
  -- Paid with the programme's bank for the day, of those processors that do.
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, day),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES processor_connection (tenant_id, id)
);
CREATE INDEX book_settlement_due ON book_settlement (tenant_id, next_at) WHERE next_at IS NOT NULL;
ALTER TABLE book_settlement ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_settlement_tenant ON book_settlement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_settlement TO wattle_app;
GRANT UPDATE (next_at, asked_at, read_at, trouble, statements, authorised, cleared, refunded, disputed, interchange,
              fees, funded, other, paid) ON book_settlement TO wattle_app;

CREATE TABLE book_statement_line (
  tenant_id integer NOT NULL,
  statement_id bigint NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  account text NOT NULL,
  day date NOT NULL,
  -- Signed: above zero is money for us.
  cents bigint NOT NULL CHECK (cents <> 0),
  reference text NOT NULL,
  words text NOT NULL,
  -- It is known in the books, or reversed by another line.
  is_matched boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, statement_id, line),
  FOREIGN KEY (tenant_id, statement_id) REFERENCES book_statement (tenant_id, id)
);
CREATE INDEX book_statement_line_open ON book_statement_line (tenant_id, account, day) WHERE NOT is_matched;
CREATE INDEX book_statement_line_matched ON book_statement_line (tenant_id, cents, day) WHERE is_matched;
ALTER TABLE book_statement_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_statement_line_tenant ON book_statement_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_statement_line TO wattle_app;
GRANT UPDATE (is_matched) ON book_statement_line TO wattle_app;

-- The entry of the books that a line is. A line may be several, such as the total of a file. Entries of the books
-- that undo each other have no line.
CREATE TABLE book_match (
  tenant_id integer NOT NULL,
  account text NOT NULL,
  transfer_id bigint NOT NULL,
  statement_id bigint,
  line integer,
  -- What two people have matched is not opened again.
  is_by_hand boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, account, transfer_id),
  CONSTRAINT book_match_whole CHECK ((statement_id IS NULL) = (line IS NULL)),
  FOREIGN KEY (tenant_id, statement_id, line) REFERENCES book_statement_line (tenant_id, statement_id, line)
);
CREATE INDEX book_match_line ON book_match (tenant_id, statement_id, line);
CREATE INDEX book_match_without_line ON book_match (tenant_id, account) WHERE statement_id IS NULL;
ALTER TABLE book_match ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_match_tenant ON book_match USING (tenant_id = (SELECT current_tenant()));
-- A line that was matched by its amount alone is opened again where the statement of the other side names it as a
-- net.
GRANT SELECT, INSERT, DELETE ON book_match TO wattle_app;

-- From which entry on an account of the books is compared: up to here all are matched, or older than its first
-- statement.
CREATE TABLE book_compared (
  tenant_id integer NOT NULL REFERENCES tenant,
  account text NOT NULL,
  up_to_seq bigint NOT NULL CHECK (up_to_seq >= 0),
  PRIMARY KEY (tenant_id, account)
);
ALTER TABLE book_compared ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_compared_tenant ON book_compared USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_compared TO wattle_app;
GRANT UPDATE (up_to_seq) ON book_compared TO wattle_app;

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
