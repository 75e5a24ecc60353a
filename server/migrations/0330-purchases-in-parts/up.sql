-- Clearings of a purchase in parts, and clearings and reversals that come before their authorisation.

-- Cents that clearings naming the purchase have taken so far. While it is approved, current_amount is what is still
-- held beside them; once cleared, both are the same in rows that this release writes.
ALTER TABLE authorisation ADD COLUMN cleared_amount bigint NOT NULL DEFAULT 0 CHECK (cleared_amount >= 0);
GRANT UPDATE (cleared_amount) ON authorisation TO wattle_app;

-- An approved purchase that was cleared or reversed before it was asked for holds nothing.
ALTER TABLE authorisation DROP CONSTRAINT authorisation_check;
ALTER TABLE authorisation DROP CONSTRAINT authorisation_check1;
ALTER TABLE authorisation ADD CONSTRAINT authorisation_declined
  CHECK ((status = 'declined') = (decline_reason IS NOT NULL)) NOT VALID;
ALTER TABLE authorisation ADD CONSTRAINT authorisation_held
  CHECK (CASE status WHEN 'declined' THEN hold_id IS NULL WHEN 'approved' THEN hold_id IS NOT NULL ELSE true END)
  NOT VALID;

-- The earlier message that a clearing, a refund or an authorisation names, and what a clearing says of the rest.
ALTER TABLE network_message ADD COLUMN original text;
ALTER TABLE network_message ADD COLUMN is_final boolean;
CREATE INDEX network_message_by_original ON network_message (tenant_id, original) WHERE original IS NOT NULL;

-- A reversal names no card, so one that comes before its authorisation belongs to no tenant yet. Functions read and
-- write it, as with tenant_of_network_reference.
CREATE TABLE early_reversal (
  reference text PRIMARY KEY CHECK (octet_length(reference) BETWEEN 6 AND 40 AND reference !~ '[^A-Za-z0-9-]'),
  original text NOT NULL CHECK (octet_length(original) BETWEEN 6 AND 40 AND original !~ '[^A-Za-z0-9-]'),
  -- Cents that the purchase came to; 0: reversed whole.
  keep bigint NOT NULL CHECK (keep >= 0),
  approval_code text NOT NULL CHECK (approval_code ~ '^[0-9A-Z]{6}$'),
  -- Business time.
  at timestamptz NOT NULL
);
CREATE INDEX early_reversal_by_original ON early_reversal (original);
ALTER TABLE early_reversal ENABLE ROW LEVEL SECURITY;

-- Keeps a reversal once. A repeat gets what was kept.
CREATE FUNCTION keep_early_reversal(new_reference text, new_original text, new_keep bigint, code text, now timestamptz)
  RETURNS TABLE (original text, keep bigint, approval_code text)
  LANGUAGE sql VOLATILE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  INSERT INTO early_reversal (reference, original, keep, approval_code, at)
  VALUES (new_reference, new_original, new_keep, code, now)
  ON CONFLICT (reference) DO UPDATE SET at = early_reversal.at
  RETURNING early_reversal.original, early_reversal.keep, early_reversal.approval_code;
END;
REVOKE EXECUTE ON FUNCTION keep_early_reversal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_early_reversal TO wattle_app;

-- The least that reversals of each of these authorisations leave of it.
CREATE FUNCTION early_reversals_of(originals text[]) RETURNS TABLE (original text, keep bigint)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.original, min(r.keep) FROM early_reversal r WHERE r.original = ANY (originals) GROUP BY r.original;
END;
REVOKE EXECUTE ON FUNCTION early_reversals_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION early_reversals_of TO wattle_app;

-- What used a card for a single use up, and the status that it had before: the use is given back where the purchase
-- is reversed whole.
ALTER TABLE card ADD COLUMN used_by text;
ALTER TABLE card ADD COLUMN status_before_use text;
