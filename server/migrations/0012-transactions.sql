-- What the lists show of a posted row, beside its entry in the ledger, and what an account spent.

-- The texts of a posted row, by the key of its entry, so that a page is two short range scans. Erasable: the ledger
-- holds none of it, and it holds no time or amount of the ledger. The entry and the transfer come from the
-- transaction that writes this row, so they have no foreign keys.
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
  -- Who was paid, as the payer named them: for the receipt.
  counterparty text,
  -- What a shop abroad asked for, as in authorisation.
  shop_amount bigint,
  shop_currency text,
  shop_exponent smallint,
  shop_rate text,
  -- The person who made the payment; of a card-only caller, card_id says so. On a shared account that person and its
  -- primary holder may dispute and report it. Purchases name their card. Without a foreign key, which each posting
  -- would pay for: the person comes from the session of the same transaction.
  payer_holder_id bigint,
  PRIMARY KEY (ledger_account_id, seq),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  CONSTRAINT transaction_detail_shop_amount CHECK (
    num_nulls(shop_amount, shop_currency, shop_exponent, shop_rate) IN (0, 4)
    AND shop_amount > 0 AND shop_currency ~ '^[A-Z]{3}$' AND shop_exponent BETWEEN 0 AND 4 AND shop_rate ~ '^[0-9.]+$')
);
-- Interest of a tax year without a scan of the purchases.
CREATE INDEX transaction_detail_interest ON transaction_detail (ledger_account_id, seq)
  WHERE kind IN ('interest', 'withholdingTax');
ALTER TABLE transaction_detail ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_detail_tenant ON transaction_detail USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON transaction_detail TO wattle_app;
GRANT UPDATE (description, raw_description, counterparty, category) ON transaction_detail TO wattle_app;

-- What an account spent in a day by category, summed in the posting transaction. A refund counts against the spending
-- of its day, which it may take below zero.
CREATE TABLE spending_day (
  member_account_id bigint NOT NULL,
  -- Melbourne.
  day date NOT NULL,
  tenant_id integer NOT NULL,
  category text NOT NULL,
  cents bigint NOT NULL,
  PRIMARY KEY (member_account_id, day, category),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
ALTER TABLE spending_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY spending_day_tenant ON spending_day USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON spending_day TO wattle_app;
GRANT UPDATE (cents) ON spending_day TO wattle_app;

-- What posted rows are found by: words, pairs of Chinese characters, amounts and categories. A plain b-tree by
-- account, so that row-level security does not keep the index from being used and a search costs the same in an
-- account of any length. Written when an account is searched, never in the path of a payment.
CREATE TABLE transaction_word (
  ledger_account_id bigint NOT NULL,
  word text COLLATE "C" NOT NULL CHECK (length(word) BETWEEN 1 AND 40),
  -- Sequence of the row.
  seq bigint NOT NULL,
  tenant_id integer NOT NULL,
  PRIMARY KEY (ledger_account_id, word, seq)
);
ALTER TABLE transaction_word ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_word_tenant ON transaction_word USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON transaction_word TO wattle_app;

-- Rows with low < Sequence <= high are indexed.
CREATE TABLE transaction_word_mark (
  ledger_account_id bigint PRIMARY KEY,
  low bigint NOT NULL,
  high bigint NOT NULL CHECK (high >= low),
  tenant_id integer NOT NULL
);
ALTER TABLE transaction_word_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_word_mark_tenant ON transaction_word_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_word_mark TO wattle_app;

-- What a person wrote on a row of an account for themselves. Others who share the account do not see it.
CREATE TABLE transaction_note (
  ledger_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  -- Sequence of the row.
  seq bigint NOT NULL CHECK (seq > 0),
  tenant_id integer NOT NULL,
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 200),
  PRIMARY KEY (ledger_account_id, holder_id, seq),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX transaction_note_by_holder ON transaction_note (holder_id);
ALTER TABLE transaction_note ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_note_tenant ON transaction_note USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON transaction_note TO wattle_app;
GRANT UPDATE (words) ON transaction_note TO wattle_app;

-- The category that an account gives a merchant, for what is posted from then on. A merchant is the description of
-- its rows.
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
-- Pictures and PDFs are compressed already.
ALTER TABLE transaction_receipt ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX transaction_receipt_by_holder ON transaction_receipt (holder_id);
ALTER TABLE transaction_receipt ENABLE ROW LEVEL SECURITY;
CREATE POLICY transaction_receipt_tenant ON transaction_receipt USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_receipt TO wattle_app;

-- What the list says of a purchase that did not simply take what was asked for. It is beside transaction_detail, so that
-- only a posted row with something to say pays for it. It has no text of a person, so it stays where texts are erased.
CREATE TABLE posted_part (
  ledger_account_id bigint NOT NULL,
  -- Sequence of the entry.
  seq bigint NOT NULL CHECK (seq > 0),
  tenant_id integer NOT NULL,
  -- Cents that were asked for, where fewer were approved.
  asked bigint CHECK (asked > 0),
  -- Cents that were approved, where the shop took more.
  approved bigint CHECK (approved > 0),
  -- Cents of the row that were paid out in cash.
  cash bigint CHECK (cash > 0),
  PRIMARY KEY (ledger_account_id, seq),
  CHECK (num_nonnulls(asked, approved, cash) > 0)
);
ALTER TABLE posted_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY posted_part_tenant ON posted_part USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON posted_part TO wattle_app;

-- Purchases that were declined for the spend limit of their card, with cents of the limit and of what was left then.
CREATE TABLE limit_decline (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  spend_limit bigint NOT NULL CHECK (spend_limit >= 0),
  limit_left bigint NOT NULL CHECK (limit_left BETWEEN 0 AND spend_limit),
  PRIMARY KEY (tenant_id, authorisation_id)
);
ALTER TABLE limit_decline ENABLE ROW LEVEL SECURITY;
CREATE POLICY limit_decline_tenant ON limit_decline USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON limit_decline TO wattle_app;

-- A refund that a shop has announced: no money has moved. It ends by the refund, by its reversal, or 30 days later.
CREATE TABLE pending_refund (
  tenant_id integer NOT NULL,
  reference text NOT NULL CHECK (octet_length(reference) BETWEEN 6 AND 40),
  -- Random: names the row outside.
  public_id uuid NOT NULL,
  card_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  merchant_name text NOT NULL,
  merchant_raw text,
  merchant_country text CHECK (merchant_country ~ '^[A-Z]{2}$'),
  mcc text NOT NULL CHECK (mcc ~ '^[0-9]{4}$'),
  category text NOT NULL,
  channel text NOT NULL,
  receipt text NOT NULL CHECK (octet_length(receipt) = 11 AND receipt !~ '[^0-9]'),
  -- Business time.
  at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > at),
  ended_at timestamptz,
  -- How it ended; null while it waits, or when its 30 days are over.
  ending text CHECK (ending IN ('refunded', 'reversed')),
  PRIMARY KEY (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  CONSTRAINT pending_refund_end CHECK ((ended_at IS NULL) = (ending IS NULL))
);
CREATE INDEX pending_refund_open ON pending_refund (member_account_id, at) WHERE ended_at IS NULL;
ALTER TABLE pending_refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY pending_refund_tenant ON pending_refund USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON pending_refund TO wattle_app;
GRANT UPDATE (ended_at, ending) ON pending_refund TO wattle_app;
