-- Loads by the desk, each with its type, so that a wrong one can be taken back once. A server of the release before
-- loads without a row, and such a load is taken back as a forced debit is: not at all by this way.
CREATE TABLE desk_load (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  -- received: the money came to the programme's bank account. goodwill: the programme gives it.
  type text NOT NULL CHECK (type IN ('received', 'goodwill')),
  receipt text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- What of it was taken back as a wrong load.
  taken_back bigint NOT NULL DEFAULT 0 CHECK (taken_back BETWEEN 0 AND cents),
  -- Business time.
  made_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX desk_load_by_account ON desk_load (tenant_id, member_account_id, transfer_id);
ALTER TABLE desk_load ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_load_tenant ON desk_load USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON desk_load TO wattle_app;
GRANT UPDATE (taken_back) ON desk_load TO wattle_app;

ALTER TABLE debt DROP CONSTRAINT debt_cause_check;
ALTER TABLE debt ADD CONSTRAINT debt_cause_check CHECK (cause IN ('autoTopUp', 'cardTopUp', 'order', 'wrongLoad'));
