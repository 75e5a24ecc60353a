-- What the lists show of a posted row, beside its entry in the ledger, and what an account spent.

-- The texts of a posted row, by the key of its entry, so that a page is two short range scans. Erasable: the
-- ledger holds none of it, and it holds no time or amount of the ledger. The entry and the transfer come from
-- the transaction that writes this row, so they have no foreign keys (docs/architecture.md, Foundations).
CREATE TABLE transaction_detail (
  ledger_account_id bigint NOT NULL,
  -- Sequence of the entry.
  seq bigint NOT NULL,
  transfer_id bigint NOT NULL,
  card_id bigint,
  -- Random: names the row outside.
  public_id uuid NOT NULL,
  tenant_id integer NOT NULL,
  kind text NOT NULL,
  category text NOT NULL,
  description text NOT NULL,
  -- As the merchant or sender sent it, where that differs.
  raw_description text,
  mcc text CHECK (mcc ~ '^[0-9]{4}$'),
  channel text,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  -- Receipt number.
  reference text NOT NULL,
  PRIMARY KEY (ledger_account_id, seq),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
-- Interest of a tax year without a scan of the purchases.
CREATE INDEX transaction_detail_interest ON transaction_detail (ledger_account_id, seq)
  WHERE kind IN ('interest', 'withholdingTax');

-- What an account spent, summed in the posting transaction. Money out only: a refund is money in and is not
-- subtracted.
CREATE TABLE spending_day (
  member_account_id bigint NOT NULL,
  -- Melbourne.
  day date NOT NULL,
  tenant_id integer NOT NULL,
  category text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  PRIMARY KEY (member_account_id, day, category),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['transaction_detail', 'spending_day'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (description, raw_description) ON transaction_detail TO wattle_app;
GRANT UPDATE (cents) ON spending_day TO wattle_app;
