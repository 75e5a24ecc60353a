-- Disputes of payments by card. The transaction stays as it is; money moves by postings of its own.

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
  -- Business time.
  opened_at timestamptz NOT NULL,
  answer_by date NOT NULL,
  submitted_at timestamptz,
  ended_at timestamptz,
  CHECK ((state = 'Resolved') = (resolution IS NOT NULL)),
  CHECK ((state = 'Resolved') = (credited IS NOT NULL)),
  CHECK ((state IN ('Resolved', 'Cancelled')) = (ended_at IS NOT NULL)),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
-- One open dispute for a transaction.
CREATE UNIQUE INDEX dispute_open ON dispute (ledger_account_id, seq) WHERE ended_at IS NULL;
CREATE INDEX dispute_by_row ON dispute (ledger_account_id, seq);
CREATE INDEX dispute_due ON dispute (tenant_id, answer_by) WHERE ended_at IS NULL;
CREATE INDEX dispute_ended ON dispute (tenant_id, ended_at) WHERE ended_at IS NOT NULL;

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
ALTER TABLE dispute_file ALTER COLUMN body SET STORAGE EXTERNAL;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['dispute', 'dispute_message', 'dispute_file'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (state, resolution, credited, submitted_at, ended_at, explanation) ON dispute TO wattle_app;
GRANT DELETE ON dispute_message, dispute_file TO wattle_app;
