-- What people want to be told of their accounts, and what has happened to accounts that somebody wants to hear of.

-- For each kind the ways by which it is told: email 1, SMS 2, push 3.
CREATE TABLE alert_setting (
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  bank_transfer smallint[] NOT NULL DEFAULT '{}',
  debit_card smallint[] NOT NULL DEFAULT '{}',
  auto_top_up smallint[] NOT NULL DEFAULT '{}',
  voucher_top_up smallint[] NOT NULL DEFAULT '{}',
  declined smallint[] NOT NULL DEFAULT '{}',
  statement smallint[] NOT NULL DEFAULT '{}',
  over_value smallint[] NOT NULL DEFAULT '{}',
  low_balance smallint[] NOT NULL DEFAULT '{}',
  -- Cents.
  over_value_from bigint CHECK (over_value_from > 0),
  low_balance_below bigint CHECK (low_balance_below > 0),
  -- The balance was found below; it is told again once it has been above.
  is_low boolean NOT NULL DEFAULT false,
  PRIMARY KEY (web_account_id, member_account_id),
  CHECK ((over_value = '{}') = (over_value_from IS NULL)),
  CHECK ((low_balance = '{}') = (low_balance_below IS NULL)),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX alert_setting_by_account ON alert_setting (member_account_id);

-- Somebody wants to be told of it. Rows of what nobody wants to hear are not written.
ALTER TABLE member_account ADD COLUMN has_alerts boolean NOT NULL DEFAULT false;

-- What has happened, until it was told. No foreign keys: rows are written with each purchase and posting.
CREATE TABLE alert_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- An authorisation by its id, a posting by the sequence of its entry.
  kind text NOT NULL CHECK (kind IN ('authorisation', 'posting')),
  subject bigint NOT NULL
);
CREATE INDEX alert_event_by_tenant ON alert_event (tenant_id, id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['alert_setting', 'alert_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON alert_setting TO wattle_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_event TO wattle_app;
