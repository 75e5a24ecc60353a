-- What refunds that name a purchase have given back of its rows, so that the same cents are not credited twice.

-- Cents of a dispute that refunds have given back.
ALTER TABLE dispute ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount);
GRANT UPDATE (refunded) ON dispute TO wattle_app;

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
