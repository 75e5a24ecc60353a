-- Letters that come with new cards. A letter's QR code names the card by a random reference.
CREATE TABLE card_letter (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  -- Keyed hash of the reference, which is in the letter alone.
  reference_hash bytea NOT NULL UNIQUE CHECK (octet_length(reference_hash) = 32),
  -- Security time.
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > made_at),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX card_letter_of_card ON card_letter (tenant_id, card_id);
ALTER TABLE card_letter ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_letter_tenant ON card_letter USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON card_letter TO wattle_app;
