-- A refund after which the refunds of a purchase come to more than it, or of which a part went to the programme because
-- a dispute had credited it: a case of the desk.
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
