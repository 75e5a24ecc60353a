-- Payments that are made later, once or regularly, and what became of each occurrence.

CREATE TABLE schedule (
  id uuid PRIMARY KEY,
  -- In the order in which they were made.
  age bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  -- The account that pays, and who has asked for it. A card that is replaced changes neither.
  member_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('internal', 'external', 'bpay')),
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
  -- How often the next occurrence was tried, and how many before it failed in a row.
  tries smallint NOT NULL DEFAULT 0,
  failures smallint NOT NULL DEFAULT 0,
  -- What its payer was given as a receipt, and when.
  receipt text NOT NULL,
  made_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  CHECK (num_nonnulls(end_day, number_of_payments) = CASE WHEN frequency = 21 THEN 0 ELSE 1 END),
  CHECK (state <> 'Active' OR (next_day IS NOT NULL AND due_at IS NOT NULL)),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX schedule_due ON schedule (tenant_id, due_at, next_day) WHERE state = 'Active';
CREATE INDEX schedule_by_account ON schedule (member_account_id, holder_id);

-- An occurrence that was tried. Retry: it is tried once more on its day. Missed: no server ran in time.
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

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['schedule', 'schedule_run'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (state, next_n, next_day, due_at, tries, failures) ON schedule TO wattle_app;
GRANT UPDATE (state, error, available, receipt, at) ON schedule_run TO wattle_app;
