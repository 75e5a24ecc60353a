-- Payments that are made later, and what became of each occurrence.

-- A payment that is made later, once or regularly, or that waits on a hold of the ledger because it is the first one
-- to its destination.
CREATE TABLE schedule (
  id uuid PRIMARY KEY,
  -- In the order in which they were made.
  age bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- The account that pays, and who has asked for it. A card that is replaced changes neither.
  member_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  -- Who made it, as keys and audit lines name them (web:12, card:7): its payments make a destination known to them.
  made_by text,
  kind text NOT NULL CHECK (kind = 'return' OR kind = ANY (payment_methods())),
  -- The body of the call, paid now and without saved payees.
  body jsonb NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Weekly 1, fortnightly 2, monthly 3, once 21.
  frequency smallint NOT NULL CHECK (frequency IN (1, 2, 3, 21)),
  first_day date NOT NULL,
  end_day date CHECK (end_day >= first_day),
  number_of_payments smallint CHECK (number_of_payments BETWEEN 1 AND 999),
  state text NOT NULL CHECK (state IN ('Active', 'Completed', 'Cancelled', 'Deleted')),
  -- The next occurrence, counted from 0, and its planned day.
  next_n integer NOT NULL DEFAULT 0 CHECK (next_n >= 0),
  next_day date,
  -- When it is tried next. Business time.
  due_at timestamptz,
  -- The hold that the money of a held payment lies on.
  hold_id bigint,
  -- To a new destination: what is due before this moment waits until then. Business time.
  holds_until timestamptz,
  -- How often the next occurrence was tried, and how many before it failed in a row.
  tries smallint NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  -- What its payer was given as a receipt, and when.
  receipt text NOT NULL,
  made_at timestamptz NOT NULL,
  -- Since when it waits for its holder to keep or cancel it, because it was made shortly before the password was
  -- reset. Null: it does not wait. Security time.
  waits_since timestamptz,
  -- When the money was put on hold, where that was not when it was ordered. Business time.
  held_at timestamptz,
  -- As in paid_destination.
  destination text,
  UNIQUE (tenant_id, id),
  -- A regular payment may go on until its payer stops it.
  CONSTRAINT schedule_ends
    CHECK (num_nonnulls(end_day, number_of_payments) <= CASE WHEN frequency = 21 THEN 0 ELSE 1 END),
  CHECK (state <> 'Active' OR (next_day IS NOT NULL AND due_at IS NOT NULL)),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX schedule_due ON schedule (tenant_id, due_at, next_day) WHERE state = 'Active';
CREATE INDEX schedule_by_account ON schedule (member_account_id, holder_id);
CREATE INDEX schedule_held ON schedule (tenant_id, due_at) WHERE state = 'Active' AND hold_id IS NOT NULL;
CREATE INDEX schedule_waiting ON schedule (tenant_id, holder_id) WHERE waits_since IS NOT NULL;
CREATE INDEX schedule_in_clear ON schedule (tenant_id) WHERE holds_card_number(body::text);
CREATE INDEX schedule_typed_key ON schedule (typed_key_version(body::text)) WHERE body::text LIKE '%"^%';
CREATE INDEX schedule_by_maker ON schedule (tenant_id, made_by, made_at) WHERE state = 'Active';
CREATE INDEX schedule_by_receipt ON schedule (tenant_id, receipt);
CREATE INDEX schedule_by_payee
  ON schedule (tenant_id, lower(coalesce(body->>'DestinationAccountName', body->>'PayeeName')) text_pattern_ops, age);
CREATE INDEX schedule_tax_number_in_clear ON schedule (tenant_id) WHERE is_tax_file_number(body->>'customerReference');
CREATE INDEX schedule_tax_key_in_clear ON schedule (tenant_id) WHERE is_tax_file_number(bill_reference(destination));
ALTER TABLE schedule ENABLE ROW LEVEL SECURITY;
CREATE POLICY schedule_tenant ON schedule USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON schedule TO wattle_app;
GRANT UPDATE (body, state, next_n, next_day, due_at, tries, failures, waits_since, destination)
  ON schedule TO wattle_app;

-- An occurrence that was tried. Retry: it is tried again on its day. Missed: no server ran in time.
CREATE TABLE schedule_run (
  schedule_id uuid NOT NULL,
  planned_day date NOT NULL,
  tenant_id integer NOT NULL,
  state text NOT NULL CHECK (state IN ('Paid', 'Retry', 'Failed', 'Missed')),
  -- Why it was not paid: name of the refusal, and the cents that were available.
  error text,
  available bigint,
  receipt text,
  -- Business time of the last try.
  at timestamptz NOT NULL,
  PRIMARY KEY (schedule_id, planned_day),
  CHECK ((state = 'Paid') = (receipt IS NOT NULL)),
  FOREIGN KEY (tenant_id, schedule_id) REFERENCES schedule (tenant_id, id)
);
ALTER TABLE schedule_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY schedule_run_tenant ON schedule_run USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON schedule_run TO wattle_app;
GRANT UPDATE (state, error, available, receipt, at) ON schedule_run TO wattle_app;
