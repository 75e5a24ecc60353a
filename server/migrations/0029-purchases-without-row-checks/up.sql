-- A purchase and its hold are written while the account is locked, for a card that was read in the same
-- transaction, as a role that can remove neither card nor account; the policies let in rows of one tenant
-- alone, and verify names strays. Looking each of them up again cost an authorisation a seventh of its time.
ALTER TABLE authorisation
  DROP CONSTRAINT authorisation_tenant_id_card_id_fkey,
  DROP CONSTRAINT authorisation_tenant_id_member_account_id_fkey;
ALTER TABLE hold DROP CONSTRAINT hold_tenant_id_account_id_fkey;

-- The reference of a purchase is that of the message that made it, and unique there; the message names
-- the purchase, so it is found that way too.
ALTER TABLE authorisation
  DROP CONSTRAINT authorisation_tenant_id_reference_key,
  DROP CONSTRAINT authorisation_reference_check;

-- The same rules. A pattern that counts repetitions is looked at twenty times as long as one that does not.
ALTER TABLE network_message
  DROP CONSTRAINT network_message_reference_check,
  ADD CONSTRAINT network_message_reference_check
    CHECK (octet_length(reference) BETWEEN 6 AND 40 AND reference !~ '[^A-Za-z0-9-]');
ALTER TABLE authorisation
  DROP CONSTRAINT authorisation_receipt_check,
  ADD CONSTRAINT authorisation_receipt_check CHECK (octet_length(receipt) = 11 AND receipt !~ '[^0-9]');

-- Like tenant_of_network_reference, for all messages of a batch in one call. It tells the tenants of those
-- references that a message has had, and nothing else.
CREATE FUNCTION tenants_of_network_references(wanted text[])
  RETURNS TABLE (reference text, tenant_id integer)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = public
BEGIN ATOMIC
  SELECT m.reference, m.tenant_id
  FROM unnest(wanted) AS w (reference)
  CROSS JOIN LATERAL (SELECT n.reference, n.tenant_id FROM network_message n WHERE n.reference = w.reference OFFSET 0) AS m;
END;
REVOKE EXECUTE ON FUNCTION tenants_of_network_references FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenants_of_network_references TO wattle_app;
