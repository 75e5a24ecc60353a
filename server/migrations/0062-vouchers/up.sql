-- Vouchers that load a card. What they are worth lies on an account of the programme until they are redeemed.
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check
  CHECK (kind IN ('cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax', 'directEntry', 'bpay',
                  'suspense', 'formerHolders', 'vouchers'));

CREATE TABLE voucher (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  number text NOT NULL CHECK (number ~ '^\d{11}$'),
  -- HMAC of number and code.
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL CHECK (status IN ('Issued', 'Active', 'Redeemed', 'Expired', 'Blocked')),
  expires_on date NOT NULL,
  -- The request of the desk that made it.
  batch text NOT NULL,
  redeemed_transfer_id bigint,
  UNIQUE (brand_id, number)
);
ALTER TABLE voucher ENABLE ROW LEVEL SECURITY;
CREATE POLICY voucher_tenant ON voucher USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON voucher TO wattle_app;
GRANT UPDATE (status, redeemed_transfer_id) ON voucher TO wattle_app;

-- Who has given the code of a voucher: what they do with it next needs no code. Security clock.
CREATE TABLE voucher_check (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  web_account_id bigint NOT NULL REFERENCES web_account (id) ON DELETE CASCADE,
  voucher_id bigint NOT NULL REFERENCES voucher (id),
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (web_account_id, voucher_id)
);
ALTER TABLE voucher_check ENABLE ROW LEVEL SECURITY;
CREATE POLICY voucher_check_tenant ON voucher_check USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON voucher_check TO wattle_app;
