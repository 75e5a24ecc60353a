-- Comparisons of the name of a payee with that of an account: counted by who asks and by what is asked for.
CREATE TABLE payee_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  -- `web:12`, `card:7`.
  asker text NOT NULL,
  -- `000101:12345678`; of an account of the programme its number.
  destination text NOT NULL,
  -- Business clock.
  at timestamptz NOT NULL
);
CREATE INDEX payee_check_by_asker ON payee_check (tenant_id, asker, at);
CREATE INDEX payee_check_by_destination ON payee_check (tenant_id, destination, at);
ALTER TABLE payee_check ENABLE ROW LEVEL SECURITY;
CREATE POLICY payee_check_tenant ON payee_check USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON payee_check TO wattle_app;
GRANT USAGE ON SEQUENCE payee_check_id_seq TO wattle_app;
