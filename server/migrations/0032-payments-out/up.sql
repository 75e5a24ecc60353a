-- Billers and BSBs are reference data of the instance, loaded from files. Payments that leave the
-- programme, by BPAY or direct entry.

CREATE TABLE biller (
  code text PRIMARY KEY CHECK (code ~ '^\d{3,10}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- How the last digit of a reference is checked.
  check_rule text NOT NULL CHECK (check_rule IN ('none', 'MOD10V01', 'MOD10V05')),
  shortest smallint NOT NULL CHECK (shortest BETWEEN 2 AND 20),
  longest smallint NOT NULL CHECK (longest BETWEEN shortest AND 20),
  -- Cents; null: no bound.
  least bigint CHECK (least > 0),
  most bigint CHECK (most > 0),
  -- Cents that one account may pay it in a day; null: no limit.
  day_limit bigint CHECK (day_limit > 0),
  is_variable boolean NOT NULL,
  is_restricted boolean NOT NULL,
  -- The last day on which it can be paid.
  last_day date,
  -- Of an intelligent reference: the places, from 1, of the least amount in cents and of the last day
  -- (YYMMDD), each as first and last place.
  amount_places int4range,
  day_places int4range
);

CREATE TABLE bsb_branch (
  bsb text PRIMARY KEY CHECK (bsb ~ '^\d{6}$'),
  institution text NOT NULL CHECK (char_length(institution) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- `away`: the directory cannot tell at the moment.
  status text NOT NULL CHECK (status IN ('open', 'closed', 'away'))
);
GRANT SELECT, INSERT, DELETE ON biller, bsb_branch TO wattle_app;

-- Money on its way to other banks, and to billers.
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check
  CHECK (kind IN ('cardholder', 'schemeSettlement', 'bank', 'fees', 'interest', 'withholdingTax', 'directEntry', 'bpay'));

-- A payment that has left an account for another bank or a biller. The id is that of its transfer.
CREATE TABLE payment_out (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  method text NOT NULL CHECK (method IN ('external', 'bpay')),
  -- BSB and account, or biller and reference.
  bsb text NOT NULL,
  account_number text NOT NULL,
  name text NOT NULL,
  -- What the other side reads: the lodgement reference of direct entry.
  reference text NOT NULL,
  remitter text NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Of the payer's and the purpose's sums.
  purpose smallint,
  paid_on date NOT NULL,
  value_date date NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id)
);
CREATE INDEX payment_out_by_value_date ON payment_out (tenant_id, method, value_date);
ALTER TABLE payment_out ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_out_tenant ON payment_out USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_out TO wattle_app;

-- Of an external payee or a biller that is changed.
GRANT UPDATE (bsb) ON payee TO wattle_app;
