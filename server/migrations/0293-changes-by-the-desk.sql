-- A change of contact, address or name that staff have made for a person. Each contact of before is told, with a link by
-- which the person says that it was not them: the change is taken back, and there is no other until staff have settled it.
CREATE TABLE desk_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  holder_id bigint NOT NULL,
  what text NOT NULL CHECK (what IN ('email', 'mobile', 'address', 'postalAddress', 'name')),
  -- A changed contact of a person with a sign-in: the first of its rows there, which says what comes back.
  contact_change_id uuid,
  -- What comes back, and what the change has made of it. Emptied once it can no longer be undone.
  before jsonb,
  after jsonb,
  -- Keyed hash of the token that undoes it.
  undo_hash bytea NOT NULL UNIQUE CHECK (octet_length(undo_hash) = 32),
  -- Security clock, like all that follow.
  made_at timestamptz NOT NULL,
  -- The person says that it was not them.
  disputed_at timestamptz,
  -- Staff have spoken with the person: details may be changed again.
  settled_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX desk_change_disputed ON desk_change (tenant_id, disputed_at)
  WHERE disputed_at IS NOT NULL AND settled_at IS NULL;
CREATE INDEX desk_change_by_person ON desk_change (tenant_id, holder_id, id);
CREATE INDEX desk_change_kept ON desk_change (tenant_id, made_at) WHERE before IS NOT NULL;
ALTER TABLE desk_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_change_tenant ON desk_change USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON desk_change TO wattle_app;
GRANT UPDATE (before, after, disputed_at, settled_at) ON desk_change TO wattle_app;
