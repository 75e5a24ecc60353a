-- An answer is known by a digest of whose it is, of what and under which key, 16 bytes, instead of by their
-- texts, which a payment paid for each time that they were compared, and which nobody reads.
ALTER TABLE kept_answer RENAME TO kept_answer_by_text;
ALTER TABLE kept_answer_by_text RENAME CONSTRAINT kept_answer_pkey TO kept_answer_by_text_pkey;
ALTER INDEX kept_answer_by_age RENAME TO kept_answer_by_text_by_age;

-- Columns lie in the order of their alignment.
CREATE TABLE kept_answer (
  -- Security clock.
  at timestamptz NOT NULL,
  tenant_id integer NOT NULL,
  -- First 16 bytes of SHA-256 over `operation caller key`, the caller as `web:12`, `card:7`. Of that type
  -- for its fixed length.
  id uuid NOT NULL,
  -- First 16 bytes of SHA-256 over the input: how a retry is told from a key that was used twice.
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 16),
  -- {"ok": true, "value": …} or {"ok": false, "error": name, "field": …}
  answer jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

INSERT INTO kept_answer (at, tenant_id, id, request_hash, answer)
SELECT at, tenant_id,
  encode(substring(sha256(convert_to(operation || ' ' || caller || ' ' || key, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid,
  request_hash, answer
FROM kept_answer_by_text
ORDER BY at;

DROP TABLE kept_answer_by_text;
CREATE INDEX kept_answer_by_age ON kept_answer (at);

ALTER TABLE kept_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY kept_answer_tenant ON kept_answer USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON kept_answer TO wattle_app;
