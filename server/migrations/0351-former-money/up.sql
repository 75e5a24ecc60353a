-- Money that came back for a closed account: whose it is, and which payment has paid it out.
CREATE TABLE former_money (
  tenant_id integer NOT NULL,
  -- The posting to the account formerHolders.
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  source text NOT NULL CHECK (source IN ('payment', 'directDebit', 'refund')),
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

-- What lies there already: a direct debit by its credit, a payment by the moment at which it came back.
INSERT INTO former_money (tenant_id, transfer_id, member_account_id, cents, source, made_at)
SELECT t.tenant_id, t.id, whose.member_account_id, t.amount, whose.source, t.credit_posted_at
  FROM ledger_account l
  JOIN transfer t ON t.credit_account_id = l.id
  CROSS JOIN LATERAL (
    SELECT d.member_account_id, 'directDebit' AS source FROM direct_debit d
     WHERE d.tenant_id = t.tenant_id AND d.transfer_id = t.id
    UNION ALL
    SELECT p.member_account_id, 'payment' FROM payment_out p
     WHERE p.tenant_id = t.tenant_id AND p.state = 'Returned' AND p.returned_at = t.credit_posted_at
       AND p.amount = t.amount AND p.member_account_id IS NOT NULL
    LIMIT 1) AS whose
 WHERE l.kind = 'formerHolders';

-- The payment that has settled or written off a debt of a former holder.
ALTER TABLE debt ADD COLUMN settled_by bigint;
GRANT UPDATE (settled_by) ON debt TO wattle_app;
