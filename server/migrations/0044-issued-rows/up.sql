-- Cards that the issuer gave by a file, by the issuer's own reference: the same row again is the same card.
CREATE TABLE issued_row (
  tenant_id integer NOT NULL,
  reference text NOT NULL CHECK (reference <> ''),
  -- Keyed hash of the row, so that another row under the same reference is seen.
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  card_id bigint NOT NULL,
  -- Business time.
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
ALTER TABLE issued_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY issued_row_tenant ON issued_row USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON issued_row TO wattle_app;
