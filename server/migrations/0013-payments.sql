-- Payments: answers that a retry gets again, the sums that have limits, payees, and payments that leave the programme
-- by BPAY or direct entry.

-- Payment methods in the order of their payee types: the n-th has type n, as in
-- contract/src/rules/payment-method-list.ts. Checks of methods follow from it. Inlined, so that a check costs nothing.
CREATE FUNCTION payment_methods() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY['bpay', 'internal', 'external'];

-- The answer to a call that moves money. Written in the transaction of what it answers, so that both are there or
-- neither is. Columns are in the order of their alignment.
CREATE TABLE kept_answer (
  -- Security clock.
  at timestamptz NOT NULL,
  tenant_id integer NOT NULL,
  -- First 16 bytes of SHA-256 over actor and key, the actor as `web:12`, `card:7`: a key is unique over all kinds of
  -- payment. A uuid because that type has a fixed length.
  id uuid NOT NULL,
  -- First 16 bytes of SHA-256 over the kind of payment and its input. It tells a retry from a reused key.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 16),
  -- {"ok": true, "value": …} or {"ok": false, "error": name, "field": …}
  answer jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
-- By age alone: with the tenant in front the planner may take this index for the primary key while the table has no
-- statistics, and read all answers of a tenant.
CREATE INDEX kept_answer_by_age ON kept_answer (at);
ALTER TABLE kept_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY kept_answer_tenant ON kept_answer USING (tenant_id = (SELECT current_tenant()));
-- An answer does not change until it is deleted.
GRANT SELECT, INSERT, DELETE ON kept_answer TO wattle_app;

-- Sums of an account that kinds of payment name and that have limits, such as what it pays in a day. Changed under
-- the lock of the account in the ledger.
CREATE TABLE payment_count (
  member_account_id bigint NOT NULL,
  -- First day of the period, in Melbourne.
  since date NOT NULL,
  tenant_id integer NOT NULL,
  -- Zero once everything that was counted has come back.
  cents bigint NOT NULL CHECK (cents >= 0),
  -- Name of the sum, such as dailyPayments.
  counter text NOT NULL,
  PRIMARY KEY (member_account_id, since, counter),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
) WITH (fillfactor = 70);
CREATE INDEX payment_count_in_clear ON payment_count (tenant_id) WHERE holds_card_number(counter);
CREATE INDEX payment_count_tax_number_in_clear ON payment_count (tenant_id)
  WHERE is_tax_file_number(bill_reference(counter));
ALTER TABLE payment_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_count_tenant ON payment_count USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON payment_count TO wattle_app;
GRANT UPDATE (cents) ON payment_count TO wattle_app;

-- Saved payees. A payee belongs to the sign-in that saved it: a web account, or the card of a card-only person.
CREATE TABLE payee (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  web_account_id bigint,
  card_id bigint,
  -- The n-th of payment_methods.
  type smallint NOT NULL CHECK (type BETWEEN 1 AND cardinality(payment_methods())),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 140),
  -- For BPAY the biller code. A payee within the programme has none; which of the later types have one is decided by
  -- their methods.
  bsb text NOT NULL CONSTRAINT payee_bsb_check CHECK (type > 3 OR (bsb = '') = (type = 2)),
  -- For BPAY the reference.
  account_number text NOT NULL CHECK (account_number <> ''),
  CHECK (num_nonnulls(web_account_id, card_id) = 1),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
-- A sign-in has the same payee once.
CREATE UNIQUE INDEX payee_of_web_account ON payee (web_account_id, type, bsb, account_number)
  WHERE web_account_id IS NOT NULL;
CREATE UNIQUE INDEX payee_of_card ON payee (card_id, type, bsb, account_number)
  WHERE card_id IS NOT NULL;
CREATE INDEX payee_in_clear ON payee (tenant_id) WHERE holds_card_number(account_number);
CREATE INDEX payee_typed_key ON payee (typed_key_version(account_number)) WHERE account_number LIKE '^%';
CREATE INDEX payee_by_name ON payee (tenant_id, lower(name) text_pattern_ops, id);
CREATE INDEX payee_tax_number_in_clear ON payee (tenant_id) WHERE type = 1 AND is_tax_file_number(account_number);
ALTER TABLE payee ENABLE ROW LEVEL SECURITY;
CREATE POLICY payee_tenant ON payee USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON payee TO wattle_app;
GRANT UPDATE (name, bsb, account_number) ON payee TO wattle_app;

-- A comparison of the name of a payee with that of an account: counted by who asks and by what is asked for.
CREATE TABLE payee_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- `web:12`, `card:7`.
  asker text NOT NULL,
  -- `000101:12345678`; of an account of the programme its number.
  destination text NOT NULL,
  -- Business clock.
  at timestamptz NOT NULL
);
CREATE INDEX payee_check_by_asker ON payee_check (tenant_id, asker, at);
CREATE INDEX payee_check_by_destination ON payee_check (tenant_id, destination, at);
ALTER TABLE payee_check ENABLE ROW LEVEL SECURITY;
CREATE POLICY payee_check_tenant ON payee_check USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON payee_check TO wattle_app;
GRANT USAGE ON SEQUENCE payee_check_id_seq TO wattle_app;

-- What a person has paid to a destination. It tells whether the destination is known to them, and how much they have
-- paid it lately.
CREATE TABLE paid_destination (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Business clock.
  paid_at timestamptz NOT NULL,
  -- Cents.
  cents bigint NOT NULL CHECK (cents > 0),
  -- Who has paid, as keys and audit lines name them: web:12, card:7.
  owner text NOT NULL,
  -- internal:200100025, external:000101:12345678, bpay:23796:87348538
  destination text NOT NULL,
  -- Purpose of a payment to another bank, offered for the next payment to the same destination.
  purpose smallint,
  -- The money was put on hold, and leaves later.
  is_held boolean NOT NULL DEFAULT false
);
CREATE INDEX paid_destination_by_owner ON paid_destination (tenant_id, owner, destination, paid_at);
CREATE INDEX paid_destination_in_clear ON paid_destination (tenant_id) WHERE holds_card_number(destination);
CREATE INDEX paid_destination_tax_number_in_clear ON paid_destination (tenant_id)
  WHERE is_tax_file_number(bill_reference(destination));
ALTER TABLE paid_destination ENABLE ROW LEVEL SECURITY;
CREATE POLICY paid_destination_tenant ON paid_destination USING (tenant_id = (SELECT current_tenant()));
-- Whom a person paid is forgotten when they are erased.
GRANT SELECT, INSERT, DELETE ON paid_destination TO wattle_app;
GRANT UPDATE (destination) ON paid_destination TO wattle_app;

-- A biller of BPAY: reference data of the instance, loaded from a file.
CREATE TABLE biller (
  code text PRIMARY KEY CHECK (code ~ '^\d{3,10}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- How the last digit of a reference is checked.
  check_rule text NOT NULL CHECK (check_rule IN ('none', 'MOD10V01', 'MOD10V05')),
  shortest smallint NOT NULL CHECK (shortest BETWEEN 2 AND 20),
  longest smallint NOT NULL CHECK (longest BETWEEN shortest AND 20),
  -- Cents; null: no bound.
  least bigint CHECK (least > 0),
  most bigint CHECK (most > 0),
  -- Cents that one account may pay it in a day; null: no limit.
  day_limit bigint CHECK (day_limit > 0),
  is_variable boolean NOT NULL,
  is_restricted boolean NOT NULL,
  -- The last day on which it can be paid.
  last_day date,
  -- Of an intelligent reference: the places, from 1, of the least amount in cents and of the last day (YYMMDD), each
  -- as first and last place.
  amount_places int4range,
  day_places int4range
);
-- Billers are found whatever zeros lead their code.
CREATE INDEX biller_by_plain_code ON biller (ltrim(code, '0'));
GRANT SELECT, INSERT, DELETE ON biller TO wattle_app;

-- A branch of a bank: reference data of the instance, loaded from a file.
CREATE TABLE bsb_branch (
  bsb text PRIMARY KEY CHECK (bsb ~ '^\d{6}$'),
  institution text NOT NULL CHECK (char_length(institution) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- `away`: the directory cannot answer now.
  status text NOT NULL CHECK (status IN ('open', 'closed', 'away'))
);
GRANT SELECT, INSERT, DELETE ON bsb_branch TO wattle_app;

-- A payment that has left an account for another bank or a biller. The id is that of its transfer.
CREATE TABLE payment_out (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  -- Null: a deposit that is sent back leaves for another bank, and no account has paid it.
  member_account_id bigint,
  method text NOT NULL CHECK (method = ANY (payment_methods()) AND method <> 'internal'),
  -- BSB and account, or biller and reference.
  bsb text NOT NULL,
  account_number text NOT NULL,
  name text NOT NULL,
  -- What the other side reads: the lodgement reference of direct entry.
  reference text NOT NULL,
  remitter text NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Of the payer's and the purpose's sums.
  purpose smallint,
  -- All funds of a card go back to a bank account. One at a time: it is open until its value date is over.
  is_return boolean NOT NULL DEFAULT false,
  -- The 1-cent deposit of an automatic top-up is the programme's own money, and so is what comes back of it.
  is_deposit boolean NOT NULL DEFAULT false,
  paid_on date NOT NULL,
  -- The day on which a payment that was held was counted towards the sums of its account; null: paid_on. When it
  -- comes back the sums of that day and month get it back.
  counted_on date,
  value_date date NOT NULL,
  state text NOT NULL DEFAULT 'Made' CHECK (state IN ('Made', 'Sent', 'Settled', 'Returned')),
  -- Of a payment that came back: the return code of direct entry, or `declined` and `reversed` of BPAY.
  reason text CHECK (reason ~ '^([1-9]|declined|reversed|stopped)$'),
  -- Business clock.
  sent_at timestamptz,
  settled_at timestamptz,
  returned_at timestamptz,
  PRIMARY KEY (tenant_id, transfer_id),
  CONSTRAINT payment_out_return CHECK ((state = 'Returned') = (reason IS NOT NULL))
);
CREATE INDEX payment_out_by_value_date ON payment_out (tenant_id, method, value_date);
CREATE INDEX payment_out_returns ON payment_out (tenant_id, member_account_id, value_date) WHERE is_return;
CREATE INDEX payment_out_made ON payment_out (tenant_id, method, value_date) WHERE state = 'Made';
-- A return is matched by whom was paid and how much.
CREATE INDEX payment_out_by_payee ON payment_out (tenant_id, bsb, account_number, amount);
-- The 1-cent deposits of an account are counted by the day before another one is made.
CREATE INDEX payment_out_deposits ON payment_out (tenant_id, member_account_id, paid_on) WHERE is_deposit;
CREATE INDEX payment_out_in_clear ON payment_out (tenant_id)
  WHERE holds_card_number(account_number) OR holds_card_number(name) OR holds_card_number(reference);
CREATE INDEX payment_out_typed_key ON payment_out (typed_key_version(account_number || name || reference))
  WHERE account_number LIKE '^%' OR name LIKE '^%' OR reference LIKE '^%';
-- What the desk finds payments by: their state, their payer, their amount, a name, and what came back lately.
CREATE INDEX payment_out_by_state ON payment_out (tenant_id, state, transfer_id);
CREATE INDEX payment_out_by_payer ON payment_out (tenant_id, member_account_id, transfer_id);
CREATE INDEX payment_out_by_name ON payment_out (tenant_id, lower(name) text_pattern_ops, transfer_id);
CREATE INDEX payment_out_returned ON payment_out (tenant_id, returned_at) WHERE state = 'Returned';
CREATE INDEX payment_out_tax_number_in_clear ON payment_out (tenant_id)
  WHERE method = 'bpay' AND is_tax_file_number(account_number);
ALTER TABLE payment_out ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_out_tenant ON payment_out USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_out TO wattle_app;
GRANT UPDATE (account_number, name, reference, state, reason, sent_at, settled_at, returned_at)
  ON payment_out TO wattle_app;

-- A payment that went to the wrong account, as its payer says, until the other bank has answered.
CREATE TABLE mistaken_payment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  -- What the payer quotes.
  reference text NOT NULL,
  -- By how long ago the payment was made: the other bank must act, must ask, or may not act without consent.
  rule text NOT NULL CHECK (rule IN ('tenDays', 'sevenMonths', 'consent')),
  state text NOT NULL CHECK (state IN ('Asked', 'Requested', 'Recovered', 'Refused')),
  -- Business clock.
  asked_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (tenant_id, reference),
  -- A payment is asked for once.
  UNIQUE (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, transfer_id) REFERENCES payment_out (tenant_id, transfer_id)
);
CREATE INDEX mistaken_payment_open ON mistaken_payment (tenant_id, id) WHERE state IN ('Asked', 'Requested');
ALTER TABLE mistaken_payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY mistaken_payment_tenant ON mistaken_payment USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON mistaken_payment TO wattle_app;
GRANT UPDATE (state, changed_at) ON mistaken_payment TO wattle_app;

-- A payee that a holder pays nothing any more. Deleted when it is allowed again.
CREATE TABLE blocked_payee (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Whose payments are refused: a person, or a card that has no holder.
  holder_id bigint,
  card_id bigint,
  -- The sign-in that blocked it, and that may allow it again: web:12, card:7.
  made_by text NOT NULL,
  -- As in paid_destination: internal:200100025, external:000101:12345678, bpay:23796:87348538.
  destination text NOT NULL,
  method text NOT NULL,
  name text NOT NULL,
  bsb text NOT NULL,
  -- In its stored form, sealed where it holds a card number.
  account_number text NOT NULL,
  -- Business time.
  blocked_at timestamptz NOT NULL,
  CONSTRAINT blocked_payee_of_one CHECK ((holder_id IS NULL) <> (card_id IS NULL)),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE UNIQUE INDEX blocked_payee_by_holder ON blocked_payee (tenant_id, holder_id, destination)
  WHERE holder_id IS NOT NULL;
CREATE UNIQUE INDEX blocked_payee_by_card ON blocked_payee (tenant_id, card_id, destination)
  WHERE card_id IS NOT NULL;
CREATE INDEX blocked_payee_tax_number_in_clear ON blocked_payee (tenant_id)
  WHERE is_tax_file_number(bill_reference(destination));
ALTER TABLE blocked_payee ENABLE ROW LEVEL SECURITY;
CREATE POLICY blocked_payee_tenant ON blocked_payee USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON blocked_payee TO wattle_app;
GRANT UPDATE (destination, account_number) ON blocked_payee TO wattle_app;

-- A payment that its payer thinks is a scam: a case of the desk.
CREATE TABLE scam_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Who has reported it.
  holder_id bigint,
  card_id bigint,
  -- In the form of receipts, drawn from their sequence.
  reference text NOT NULL,
  -- The payment: a held one is a schedule, one that has left is a transfer, one that was held before is both.
  schedule_id uuid,
  transfer_id bigint,
  destination text NOT NULL,
  -- Erased with the person.
  name text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  outcome text NOT NULL CHECK (outcome IN ('Stopped', 'AskedBack', 'Returned', 'WithUs')),
  -- The request to the other bank.
  mistaken_reference text,
  state text NOT NULL CHECK (state IN ('Open', 'Confirmed', 'Dismissed')),
  -- Business time.
  reported_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  CONSTRAINT scam_report_of_payment CHECK (schedule_id IS NOT NULL OR transfer_id IS NOT NULL),
  CONSTRAINT scam_report_asked CHECK ((outcome = 'AskedBack') = (mistaken_reference IS NOT NULL))
);
CREATE UNIQUE INDEX scam_report_by_schedule ON scam_report (schedule_id) WHERE schedule_id IS NOT NULL;
CREATE UNIQUE INDEX scam_report_by_transfer ON scam_report (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX scam_report_open ON scam_report (tenant_id, id) WHERE state = 'Open';
CREATE INDEX scam_report_tax_number_in_clear ON scam_report (tenant_id)
  WHERE is_tax_file_number(bill_reference(destination));
ALTER TABLE scam_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY scam_report_tenant ON scam_report USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON scam_report TO wattle_app;
GRANT UPDATE (name, state, changed_at, destination) ON scam_report TO wattle_app;
