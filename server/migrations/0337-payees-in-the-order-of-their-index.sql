-- Payees by the beginning of a name in the order of the index that answers it. In the order of the collation all of them
-- were read and sorted before the first few were kept.
CREATE OR REPLACE FUNCTION payees_named(beginning text, most integer)
  RETURNS TABLE (member_account_id bigint, holder_id bigint, web_account_id bigint, card_id bigint, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  (SELECT p.member_account_id, NULL::bigint AS holder_id, NULL::bigint AS web_account_id, NULL::bigint AS card_id, p.name
     FROM payment_out p
    WHERE p.tenant_id = current_tenant() AND p.member_account_id IS NOT NULL AND NOT p.is_deposit
      AND lower(p.name) ~>=~ beginning AND lower(p.name) ~<~ (beginning || chr(1114111))
    ORDER BY lower(p.name) USING ~<~, p.transfer_id LIMIT most)
  UNION ALL
  (SELECT NULL, NULL, p.web_account_id, p.card_id, p.name
     FROM payee p
    WHERE p.tenant_id = current_tenant()
      AND lower(p.name) ~>=~ beginning AND lower(p.name) ~<~ (beginning || chr(1114111))
    ORDER BY lower(p.name) USING ~<~, p.id LIMIT most)
  UNION ALL
  (SELECT s.member_account_id, s.holder_id, NULL, NULL, coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')
     FROM schedule s
    WHERE s.tenant_id = current_tenant()
      AND lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) ~>=~ beginning
      AND lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) ~<~ (beginning || chr(1114111))
    ORDER BY lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) USING ~<~, s.age LIMIT most);
END;
