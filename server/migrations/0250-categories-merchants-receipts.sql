-- A category that was changed is written to the row itself; the code of the merchant stays beside it.
GRANT UPDATE (category) ON transaction_detail TO wattle_app;

-- The category that an account gives a merchant, for what is posted from then on. A merchant is the description of its
-- rows.
CREATE TABLE merchant_category (
  ledger_account_id bigint NOT NULL,
  merchant text NOT NULL CHECK (merchant <> ''),
  tenant_id integer NOT NULL,
  category text NOT NULL,
  PRIMARY KEY (ledger_account_id, merchant),
  FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account (tenant_id, id)
);
ALTER TABLE merchant_category ENABLE ROW LEVEL SECURITY;
CREATE POLICY merchant_category_tenant ON merchant_category USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON merchant_category TO wattle_app;
GRANT UPDATE (category) ON merchant_category TO wattle_app;

-- A photo or PDF that a person keeps with a row of an account for themselves, such as the receipt of a purchase.
CREATE TABLE transaction_receipt (
  ledger_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  -- Sequence of the row.
  seq bigint NOT NULL CHECK (seq > 0),
  tenant_id integer NOT NULL,
  name text NOT NULL,
  -- By content.
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  -- Without what cameras write into pictures.
  body bytea NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (ledger_account_id, holder_id, seq),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX transaction_receipt_by_holder ON transaction_receipt (holder_id);
ALTER TABLE transaction_receipt ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_receipt_tenant ON transaction_receipt USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_receipt TO wattle_app;

-- Pictures and PDFs are compressed already.
ALTER TABLE transaction_receipt ALTER COLUMN body SET STORAGE EXTERNAL;

-- Words with a percent sign are found by it: the rows are indexed anew when an account is searched.
DELETE FROM transaction_word_mark;
