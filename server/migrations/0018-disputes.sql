-- Disputes of payments by card. The transaction does not change; money moves by separate postings.

-- Disputes of payments by card. The transaction does not change; money moves by separate postings.
CREATE TABLE dispute (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  -- The disputed row by its place in its account. The ledger's entry has no key that can be referred to.
  ledger_account_id bigint NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  -- In the form of receipts, drawn from their sequence.
  reference text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('notMine', 'amountWrong', 'paidTwice', 'notReceived', 'noRefund')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- Erased with the case.
  explanation text NOT NULL,
  state text NOT NULL CHECK (state IN ('Open', 'NeedsInfo', 'Submitted', 'Resolved', 'Cancelled')),
  resolution text CHECK (resolution IN ('merchantCredit', 'chargeback', 'part', 'writeOff', 'lost')),
  -- Cents that came back by our own posting.
  credited bigint CHECK (credited BETWEEN 0 AND amount),
  -- A credit while the dispute is decided: cents, and when it was reversed. One for a dispute.
  provisional bigint CHECK (provisional BETWEEN 1 AND amount),
  provisional_ended_at timestamptz,
  -- Cents that were refunded.
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
  -- Business time.
  opened_at timestamptz NOT NULL,
  answer_by date NOT NULL,
  submitted_at timestamptz,
  ended_at timestamptz,
  -- The transfer by which the scheme's money was credited, so that a line of the scheme's statement with the reference
  -- of the dispute is matched with it. Null: the programme paid, or no one did.
  credit_transfer_id bigint,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  CONSTRAINT dispute_resolution CHECK ((state = 'Resolved') = (resolution IS NOT NULL)),
  CONSTRAINT dispute_credit CHECK ((state = 'Resolved') = (credited IS NOT NULL)),
  CONSTRAINT dispute_end CHECK ((state IN ('Resolved', 'Cancelled')) = (ended_at IS NOT NULL)),
  CONSTRAINT dispute_provisional_end CHECK (provisional_ended_at IS NULL OR provisional IS NOT NULL)
);
-- One open dispute for a transaction.
CREATE UNIQUE INDEX dispute_open ON dispute (ledger_account_id, seq) WHERE ended_at IS NULL;
CREATE INDEX dispute_by_row ON dispute (ledger_account_id, seq);
CREATE INDEX dispute_due ON dispute (tenant_id, answer_by) WHERE ended_at IS NULL;
CREATE INDEX dispute_ended ON dispute (tenant_id, ended_at) WHERE ended_at IS NOT NULL;
-- Withdrawn disputes whose provisional credit is not reversed yet.
CREATE INDEX dispute_provisional ON dispute (tenant_id, id)
  WHERE state = 'Cancelled' AND provisional IS NOT NULL AND provisional_ended_at IS NULL;
ALTER TABLE dispute ENABLE ROW LEVEL SECURITY;
CREATE POLICY dispute_tenant ON dispute USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON dispute TO wattle_app;
GRANT UPDATE (explanation, state, resolution, credited, submitted_at, ended_at, provisional, provisional_ended_at,
    refunded, credit_transfer_id, holder_id)
  ON dispute TO wattle_app;

-- A message between the cardholder and the desk about a dispute.
CREATE TABLE dispute_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  dispute_id uuid NOT NULL,
  is_from_staff boolean NOT NULL,
  words text NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES dispute (tenant_id, id)
);
CREATE INDEX dispute_message_by_dispute ON dispute_message (dispute_id, id);
ALTER TABLE dispute_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY dispute_message_tenant ON dispute_message USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON dispute_message TO wattle_app;

-- A document that the cardholder added to a dispute.
CREATE TABLE dispute_file (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  dispute_id uuid NOT NULL,
  name text NOT NULL,
  -- By content.
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  -- What cameras write into pictures is left out.
  body bytea NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES dispute (tenant_id, id)
);
CREATE INDEX dispute_file_by_dispute ON dispute_file (dispute_id, at);
ALTER TABLE dispute_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY dispute_file_tenant ON dispute_file USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON dispute_file TO wattle_app;

-- Pictures and PDFs are compressed already.
ALTER TABLE dispute_file ALTER COLUMN body SET STORAGE EXTERNAL;

-- Amounts that a refund of a purchase has returned of its rows, so that the same cents are not credited twice.
CREATE TABLE merchant_credit (
  tenant_id integer NOT NULL,
  -- The refund.
  transfer_id bigint NOT NULL,
  -- The row of the purchase, by its place in its account.
  ledger_account_id bigint NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  cents bigint NOT NULL CHECK (cents > 0),
  -- The dispute that was open, of whose amount it is then.
  dispute_id uuid,
  PRIMARY KEY (tenant_id, transfer_id, seq),
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES dispute (tenant_id, id)
);
CREATE INDEX merchant_credit_by_row ON merchant_credit (ledger_account_id, seq);
ALTER TABLE merchant_credit ENABLE ROW LEVEL SECURITY;
CREATE POLICY merchant_credit_tenant ON merchant_credit USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON merchant_credit TO wattle_app;

-- Amounts of a refund that its shop has reversed, by the row of the purchase for which they had counted.
CREATE TABLE merchant_credit_undone (
  tenant_id integer NOT NULL,
  -- The debit that reversed the refund, and the refund.
  transfer_id bigint NOT NULL,
  refund_transfer_id bigint NOT NULL,
  ledger_account_id bigint NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  cents bigint NOT NULL CHECK (cents > 0),
  dispute_id uuid,
  PRIMARY KEY (tenant_id, transfer_id, refund_transfer_id, seq),
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES dispute (tenant_id, id)
);
CREATE INDEX merchant_credit_undone_by_row ON merchant_credit_undone (ledger_account_id, seq);
ALTER TABLE merchant_credit_undone ENABLE ROW LEVEL SECURITY;
CREATE POLICY merchant_credit_undone_tenant ON merchant_credit_undone USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON merchant_credit_undone TO wattle_app;

-- A refund after which the refunds of a purchase come to more than it, or of which a part went to the programme
-- because a dispute had credited it: a case of the desk.
CREATE TABLE excess_refund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- In the form of receipts, drawn from their sequence.
  reference text NOT NULL,
  member_account_id bigint NOT NULL,
  -- References of the network, and the posting with which the scheme settled the refund.
  purchase text NOT NULL,
  refund text NOT NULL,
  transfer_id bigint NOT NULL,
  merchant text NOT NULL,
  -- Cents of the refund, and the part of it that the programme has kept.
  cents bigint NOT NULL CHECK (cents > 0),
  kept bigint NOT NULL CHECK (kept BETWEEN 0 AND cents),
  -- Cents of the purchase, with clearings that came later, and of its refunds up to this one.
  taken bigint NOT NULL CHECK (taken >= 0),
  refunded bigint NOT NULL CHECK (refunded >= cents),
  -- Covered: a clearing that came later made the purchase as large as its refunds.
  state text NOT NULL CHECK (state IN ('Open', 'Covered', 'Closed')),
  -- Business time.
  made_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX excess_refund_open ON excess_refund (tenant_id, id) WHERE state = 'Open';
CREATE INDEX excess_refund_by_purchase ON excess_refund (tenant_id, purchase) WHERE state = 'Open';
ALTER TABLE excess_refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY excess_refund_tenant ON excess_refund USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON excess_refund TO wattle_app;
GRANT UPDATE (taken, state, changed_at) ON excess_refund TO wattle_app;
