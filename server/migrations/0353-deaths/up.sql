-- A death as two people have recorded it, and the sign-in names that it ended, for the time in which it may be taken back.
CREATE TABLE death_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  holder_id bigint NOT NULL,
  died_on date NOT NULL,
  -- Business clock.
  recorded_at timestamptz NOT NULL,
  taken_back_at timestamptz,
  -- Rows of login_name: brand, name, kind and web account. Emptied when nothing can be taken back any more.
  names jsonb NOT NULL,
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE UNIQUE INDEX death_record_one ON death_record (tenant_id, holder_id) WHERE taken_back_at IS NULL;
ALTER TABLE death_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY death_record_tenant ON death_record USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON death_record TO wattle_app;
GRANT UPDATE (taken_back_at, names) ON death_record TO wattle_app;
