-- What the desk is told by a caller: the receipt of a payment that is planned or held, and of a purchase; the name of
-- who was paid. A server of the release before reads and writes as it did.
CREATE INDEX schedule_by_receipt ON schedule (tenant_id, receipt);
CREATE INDEX authorisation_by_receipt ON authorisation (tenant_id, receipt);

-- Payments and saved payees by the beginning of a name, in small letters. lower() is not leakproof, so under row-level
-- security no index would answer it: the function reads the tenant itself.
CREATE INDEX payment_out_by_name ON payment_out (tenant_id, lower(name) text_pattern_ops, transfer_id);
CREATE INDEX payee_by_name ON payee (tenant_id, lower(name) text_pattern_ops, id);
CREATE INDEX schedule_by_payee
  ON schedule (tenant_id, lower(coalesce(body->>'DestinationAccountName', body->>'PayeeName')) text_pattern_ops, age);
CREATE FUNCTION payees_named(beginning text, most integer)
  RETURNS TABLE (member_account_id bigint, holder_id bigint, web_account_id bigint, card_id bigint, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  (SELECT p.member_account_id, NULL::bigint AS holder_id, NULL::bigint AS web_account_id, NULL::bigint AS card_id, p.name
     FROM payment_out p
    WHERE p.tenant_id = current_tenant() AND p.member_account_id IS NOT NULL AND NOT p.is_deposit
      AND lower(p.name) ~>=~ beginning AND lower(p.name) ~<~ (beginning || chr(1114111))
    ORDER BY lower(p.name), p.transfer_id DESC LIMIT most)
  UNION ALL
  (SELECT NULL, NULL, p.web_account_id, p.card_id, p.name
     FROM payee p
    WHERE p.tenant_id = current_tenant()
      AND lower(p.name) ~>=~ beginning AND lower(p.name) ~<~ (beginning || chr(1114111))
    ORDER BY lower(p.name), p.id LIMIT most)
  UNION ALL
  (SELECT s.member_account_id, s.holder_id, NULL, NULL, coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')
     FROM schedule s
    WHERE s.tenant_id = current_tenant()
      AND lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) ~>=~ beginning
      AND lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) ~<~ (beginning || chr(1114111))
    ORDER BY lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')), s.age DESC LIMIT most);
END;
REVOKE EXECUTE ON FUNCTION payees_named FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payees_named TO wattle_app;
