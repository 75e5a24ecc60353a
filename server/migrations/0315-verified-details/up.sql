-- What a case of verification is about: its verdict counts for exactly these details. Null in cases of servers of the
-- release before, which are compared by person_hash.
ALTER TABLE kyc_case ADD COLUMN details_hash bytea CHECK (octet_length(details_hash) = 32);

-- The sessions that have registered a case or gone on with it. No other session may ask about it.
CREATE TABLE kyc_case_session (
  tenant_id integer NOT NULL,
  session_id uuid NOT NULL,
  case_id bigint NOT NULL,
  -- The highest is the session's last one.
  turn integer NOT NULL CHECK (turn > 0),
  PRIMARY KEY (session_id, case_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, case_id) REFERENCES kyc_case (tenant_id, id)
);
ALTER TABLE kyc_case_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY kyc_case_session_tenant ON kyc_case_session USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE (turn) ON kyc_case_session TO wattle_app;
