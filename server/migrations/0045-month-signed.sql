-- Months whose books two people have signed: what was held for cardholders and at the bank then, so that a later
-- correction shows. A server of the release before neither reads nor writes it.
CREATE TABLE month_signed (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- 2026-10
  month text NOT NULL CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  -- Cents at the end of the month.
  held bigint NOT NULL,
  at_bank bigint NOT NULL,
  -- The request, which has both signatures.
  desk_request_id bigint NOT NULL REFERENCES desk_request,
  -- Business time.
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, month)
);
ALTER TABLE month_signed ENABLE ROW LEVEL SECURITY;
CREATE POLICY month_signed_tenant ON month_signed USING (tenant_id = (SELECT current_tenant()));
-- What is signed stays: no UPDATE, no DELETE.
GRANT SELECT, INSERT ON month_signed TO wattle_app;
