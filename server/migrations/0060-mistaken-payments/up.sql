-- Payments that went to the wrong account, as their payer says, until the other bank has answered.
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
