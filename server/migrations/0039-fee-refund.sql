-- Fees that the desk has refunded, each with its amount and how much of it was refunded, so that no more is refunded than
-- was charged.
CREATE TABLE fee_refund (
  tenant_id integer NOT NULL,
  -- Of the fee.
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  refunded bigint NOT NULL CHECK (refunded BETWEEN 1 AND cents),
  PRIMARY KEY (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX fee_refund_by_account ON fee_refund (tenant_id, member_account_id);
ALTER TABLE fee_refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY fee_refund_tenant ON fee_refund USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON fee_refund TO wattle_app;
GRANT UPDATE (refunded) ON fee_refund TO wattle_app;
