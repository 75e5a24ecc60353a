-- A reference that is a card number is shown whole to its payer for five minutes after a proof of presence, whatever it
-- was given for: also one for a single payment, which does not count as a fresh proof for other calls (proved_at). Old
-- rows have none. A server of the release before does not write it, so a proof that it takes shows nothing more.
ALTER TABLE session ADD COLUMN any_proof_at timestamptz;
