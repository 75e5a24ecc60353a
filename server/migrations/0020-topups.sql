-- Vouchers, automatic top-ups with the debits that collect them from other banks, and what a debit has left unpaid.

-- A voucher that loads a card. Its value is on an account of the programme until it is redeemed.
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
-- Vouchers whose worth is on the account of those that can be redeemed, by their last day.
CREATE INDEX voucher_to_expire ON voucher (tenant_id, expires_on) WHERE status IN ('Issued', 'Active', 'Blocked');
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

-- Vouchers of a file, before the desk has accepted them: no one can redeem them yet.
CREATE TABLE voucher_import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- Keyed hash of the file: given again it is the same import.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  vouchers integer NOT NULL CHECK (vouchers > 0),
  -- Cents, of all of them.
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'Waiting' CHECK (state IN ('Waiting', 'Taken', 'Dropped')),
  -- Business time.
  read_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE (brand_id, digest)
);
ALTER TABLE voucher_import ENABLE ROW LEVEL SECURITY;
CREATE POLICY voucher_import_tenant ON voucher_import USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON voucher_import TO wattle_app;
GRANT UPDATE (state) ON voucher_import TO wattle_app;

-- A voucher of an imported file.
CREATE TABLE voucher_import_row (
  tenant_id integer NOT NULL,
  import_id bigint NOT NULL,
  number text NOT NULL CHECK (number ~ '^\d{11}$'),
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  expires_on date NOT NULL,
  PRIMARY KEY (import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES voucher_import (tenant_id, id)
);
ALTER TABLE voucher_import_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY voucher_import_row_tenant ON voucher_import_row USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON voucher_import_row TO wattle_app;

-- An agreement by which an account is topped up from a bank account when its balance is low.
CREATE TABLE auto_topup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Who has accepted the agreement.
  web_account_id bigint NOT NULL,
  agreement_version text NOT NULL,
  accepted_at timestamptz NOT NULL,
  -- When its amounts were last changed; null: not since they were agreed to. Business time, as accepted_at.
  changed_at timestamptz,
  -- The bank account that is debited. BSB: 6 digits.
  account_name text NOT NULL,
  bsb text NOT NULL CHECK (bsb ~ '^\d{6}$'),
  account_number text NOT NULL,
  -- Cents: fires when less is available; what is collected then; the highest balance when it was agreed.
  trigger_amount bigint NOT NULL CHECK (trigger_amount >= 0),
  amount bigint NOT NULL CHECK (amount > 0 AND amount >= trigger_amount),
  maximum bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('Pending', 'Active', 'Retry', 'Expired', 'Cancelled')),
  -- Of one that was cancelled: by whom. `tries` and `time`: its code was wrong too often, or never came.
  ended_by text CHECK (ended_by IN ('person', 'bank', 'desk', 'tries', 'time')),
  -- HMAC of the code of its 1-cent deposit, how often it was wrong, and its last day.
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  wrong_codes smallint NOT NULL DEFAULT 0,
  code_until date NOT NULL,
  deposit_by date NOT NULL,
  deposit_transfer_id bigint NOT NULL,
  -- How often it was referred in a row, and the business day of the next try.
  referred smallint NOT NULL DEFAULT 0,
  retry_on date,
  -- Notice that its holder is still to get, as the end of a template's name.
  untold text CHECK (untold IN ('depositReturned', 'lapsed', 'retry', 'expired', 'takenBack')),
  -- As in schedule.
  waits_since timestamptz,
  CHECK ((state = 'Cancelled') = (ended_by IS NOT NULL)),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
-- One for an account.
CREATE UNIQUE INDEX auto_topup_one ON auto_topup (member_account_id) WHERE state <> 'Cancelled';
CREATE INDEX auto_topup_pending ON auto_topup (tenant_id, code_until) WHERE state = 'Pending';
CREATE INDEX auto_topup_retry ON auto_topup (tenant_id, retry_on) WHERE state = 'Retry';
CREATE INDEX auto_topup_untold ON auto_topup (tenant_id, id) WHERE untold IS NOT NULL;
CREATE INDEX auto_topup_waiting ON auto_topup (tenant_id, web_account_id) WHERE waits_since IS NOT NULL;
ALTER TABLE auto_topup ENABLE ROW LEVEL SECURITY;
CREATE POLICY auto_topup_tenant ON auto_topup USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON auto_topup TO wattle_app;

-- A debit of an account at another bank that an automatic top-up has fired.
CREATE TABLE direct_debit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  auto_topup_id bigint NOT NULL REFERENCES auto_topup,
  member_account_id bigint NOT NULL,
  -- Whom it debits, as the agreement said when it fired.
  name text NOT NULL,
  bsb text NOT NULL,
  account_number text NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('Made', 'Sent', 'Collected', 'Credited', 'Returned', 'TakenBack', 'Dropped')),
  -- Business clock.
  fired_at timestamptz NOT NULL,
  bank_file_id bigint,
  line integer,
  -- The business day on which it is credited.
  credit_on date,
  -- The credit, and the return code of one that came back.
  transfer_id bigint,
  reason text CHECK (reason ~ '^[1-9]$'),
  -- Posting of a dishonoured debit that two people entered, until a line of the bank's file says it too.
  entered_return_id bigint,
  CHECK ((bank_file_id IS NULL) = (line IS NULL)),
  CHECK ((state IN ('Returned', 'TakenBack')) = (reason IS NOT NULL)),
  FOREIGN KEY (tenant_id, bank_file_id) REFERENCES bank_file (tenant_id, id)
);
-- One in flight for an account.
CREATE UNIQUE INDEX direct_debit_one ON direct_debit (member_account_id) WHERE state IN ('Made', 'Sent', 'Collected');
CREATE INDEX direct_debit_by_topup ON direct_debit (auto_topup_id, id);
CREATE INDEX direct_debit_made ON direct_debit (tenant_id, id) WHERE state = 'Made' AND bank_file_id IS NULL;
CREATE INDEX direct_debit_due ON direct_debit (tenant_id, credit_on) WHERE state = 'Collected';
CREATE INDEX direct_debit_by_file ON direct_debit (bank_file_id);
-- A return is matched by whom was debited and how much.
CREATE INDEX direct_debit_by_payer ON direct_debit (tenant_id, bsb, account_number, amount);
ALTER TABLE direct_debit ENABLE ROW LEVEL SECURITY;
CREATE POLICY direct_debit_tenant ON direct_debit USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON direct_debit TO wattle_app;

-- What a debit that could not be refused has left unpaid.
CREATE TABLE debt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- The forced debit that left it.
  transfer_id bigint NOT NULL,
  cause text NOT NULL CHECK (cause IN ('autoTopUp', 'cardTopUp', 'order', 'wrongLoad', 'provisionalCredit')),
  -- The reversed item, in the terms of the feature that reversed it: the number of a charge, of a debit.
  reference text NOT NULL,
  -- Cents: of the debit, and the part of it that the balance did not cover.
  debited bigint NOT NULL CHECK (debited > 0),
  owed bigint NOT NULL CHECK (owed > 0 AND owed <= debited),
  -- The account was closed: nothing is posted to it, and the programme's account of such debts has paid.
  is_former_holder boolean NOT NULL,
  -- Business clock.
  made_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- The payment that has settled or written off the debt of a former holder.
  settled_by bigint,
  -- Security clock.
  told_at timestamptz,
  UNIQUE (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX debt_open ON debt (member_account_id) WHERE settled_at IS NULL AND NOT is_former_holder;
CREATE INDEX debt_untold ON debt (tenant_id, id) WHERE told_at IS NULL;
CREATE INDEX debt_unsettled ON debt (tenant_id, id) WHERE settled_at IS NULL;
ALTER TABLE debt ENABLE ROW LEVEL SECURITY;
CREATE POLICY debt_tenant ON debt USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON debt TO wattle_app;
GRANT UPDATE (settled_at, told_at, settled_by) ON debt TO wattle_app;
