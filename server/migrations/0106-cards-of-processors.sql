-- Cards that a processor makes. Wattle keeps of such a number the hash by which it is found and the last four digits,
-- never the number.

-- The connection whose processor makes the card. Null: the number is drawn and kept here.
ALTER TABLE card ADD COLUMN connection_id integer REFERENCES processor_connection;
ALTER TABLE card ALTER COLUMN pan_cipher DROP NOT NULL;
ALTER TABLE card ALTER COLUMN pan_key_version DROP NOT NULL;
ALTER TABLE card ALTER COLUMN pan_hash DROP NOT NULL;
ALTER TABLE card ALTER COLUMN pan_hash_key_version DROP NOT NULL;
ALTER TABLE card ADD CONSTRAINT card_number_held CHECK (
  (pan_cipher IS NULL) = (connection_id IS NOT NULL)
  AND (pan_cipher IS NULL) = (pan_key_version IS NULL)
  AND (pan_hash IS NULL) = (pan_hash_key_version IS NULL)
  AND (pan_hash IS NOT NULL OR connection_id IS NOT NULL));
-- Bullets while the processor makes the card.
ALTER TABLE card DROP CONSTRAINT card_last4_check;
ALTER TABLE card ADD CONSTRAINT card_last4_check
  CHECK (last4 ~ '^[0-9]{4}$' OR (last4 = '••••' AND connection_id IS NOT NULL));

-- When the processor was asked to make the card; null: not yet. Security clock, like the next.
ALTER TABLE processor_card ADD COLUMN asked_at timestamptz;
-- Whether the status of the card has changed since its state was last compared with that at the processor.
ALTER TABLE processor_card ADD COLUMN is_due boolean NOT NULL DEFAULT true;
-- State that a command on its way asks for. Null: none is on its way. Only one is, so that none overtakes another.
ALTER TABLE processor_card ADD COLUMN wanted text CHECK (wanted IN ('on', 'off', 'closed'));
-- Commands sent so far: part of the key of the next.
ALTER TABLE processor_card ADD COLUMN commands integer NOT NULL DEFAULT 0 CHECK (commands >= 0);
-- What differs at the processor, by the daily comparison or a refused command, and since when. Null: nothing.
ALTER TABLE processor_card ADD COLUMN differs text CHECK (char_length(differs) <= 60);
ALTER TABLE processor_card ADD COLUMN differs_since timestamptz;
-- When the daily comparison last found the card at the processor. Security clock.
ALTER TABLE processor_card ADD COLUMN compared_at timestamptz;
ALTER TABLE processor_card ADD CONSTRAINT processor_card_differs_since
  CHECK ((differs IS NULL) = (differs_since IS NULL));
CREATE INDEX processor_card_to_make ON processor_card (tenant_id, card_id) WHERE asked_at IS NULL;
CREATE INDEX processor_card_due ON processor_card (tenant_id, card_id)
  WHERE is_due AND wanted IS NULL AND external_id IS NOT NULL;
CREATE INDEX processor_card_differing ON processor_card (tenant_id, card_id) WHERE differs IS NOT NULL;
GRANT UPDATE (asked_at, is_due, wanted, commands, differs, differs_since, compared_at) ON processor_card TO wattle_app;

-- No place that changes the status of a card can forget its processor.
CREATE FUNCTION note_status_for_processor() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE processor_card SET is_due = true WHERE tenant_id = NEW.tenant_id AND card_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER card_status_for_processor AFTER UPDATE OF status ON card
  FOR EACH ROW WHEN (NEW.connection_id IS NOT NULL AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION note_status_for_processor();

-- A card that the daily comparison found at a processor and that no programme here has.
CREATE TABLE processor_stranger (
  tenant_id integer NOT NULL REFERENCES tenant,
  connection_id integer NOT NULL REFERENCES processor_connection,
  external_id text NOT NULL CHECK (octet_length(external_id) BETWEEN 1 AND 255),
  last4 text NOT NULL,
  state text NOT NULL,
  -- Security clock.
  found_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, external_id)
);
ALTER TABLE processor_stranger ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_stranger_tenant ON processor_stranger USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_stranger TO wattle_app;
