-- When the primary holder of an account is paid, as that person has set it. It moves no money and decides nothing.
CREATE TABLE payday (
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Who set it. It counts while that person is the primary holder.
  holder_id bigint NOT NULL,
  -- Weekly 1, fortnightly 2, monthly 3.
  frequency smallint NOT NULL CHECK (frequency IN (1, 2, 3)),
  -- A payday that the others are counted from.
  first_day date NOT NULL,
  PRIMARY KEY (tenant_id, member_account_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX payday_by_holder ON payday (tenant_id, holder_id);
ALTER TABLE payday ENABLE ROW LEVEL SECURITY;
CREATE POLICY payday_tenant ON payday USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON payday TO wattle_app;
GRANT UPDATE (holder_id, frequency, first_day) ON payday TO wattle_app;
