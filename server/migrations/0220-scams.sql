-- Payments that were reported as scams, and the payees that their payers have blocked by that.

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
ALTER TABLE blocked_payee ENABLE ROW LEVEL SECURITY;
CREATE POLICY blocked_payee_tenant ON blocked_payee USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON blocked_payee TO wattle_app;

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
ALTER TABLE scam_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY scam_report_tenant ON scam_report USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON scam_report TO wattle_app;
GRANT UPDATE (name, state, changed_at) ON scam_report TO wattle_app;
