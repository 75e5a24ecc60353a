-- Requests about payments, orders and mistaken payments are about a person too: what was kept of them and attached to
-- them outlived who is erased. A deposit in suspense is given to an account that the request names.
CREATE OR REPLACE FUNCTION requests_about(person bigint) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH own AS MATERIALIZED (
    SELECT a.id, a.account_number FROM member_account a
     WHERE a.tenant_id = current_tenant() AND a.primary_holder_id = person
    UNION
    SELECT a.id, a.account_number FROM card c
      JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
     WHERE c.tenant_id = current_tenant() AND c.holder_id = person)
  SELECT r.id FROM desk_request r
   WHERE r.tenant_id = current_tenant()
     AND ((r.object LIKE 'bank_answer:%' AND r.input ->> 'account' IN (SELECT account_number FROM own)) OR r.object IN (
       SELECT 'holder:' || person
       UNION ALL SELECT 'web:' || w.id FROM web_account w WHERE w.tenant_id = current_tenant() AND w.holder_id = person
       UNION ALL SELECT 'card:' || c.id FROM card c WHERE c.tenant_id = current_tenant() AND c.holder_id = person
       UNION ALL SELECT 'kyc:' || k.id FROM kyc_case k WHERE k.tenant_id = current_tenant() AND k.holder_id = person
       UNION ALL SELECT 'dispute:' || d.reference FROM dispute d
                  WHERE d.tenant_id = current_tenant() AND d.holder_id = person
       UNION ALL SELECT 'account:' || own.id FROM own
       UNION ALL SELECT 'account:' || own.account_number FROM own
       UNION ALL SELECT 'schedule:' || s.id FROM schedule s
                  WHERE s.tenant_id = current_tenant()
                    AND (s.holder_id = person OR s.member_account_id IN (SELECT id FROM own))
       UNION ALL SELECT 'mistaken_payment:' || m.reference FROM mistaken_payment m
                  WHERE m.tenant_id = current_tenant() AND m.member_account_id IN (SELECT id FROM own)
       UNION ALL SELECT 'order:' || i.order_id FROM store_item i
                   JOIN card c ON c.tenant_id = i.tenant_id AND c.id = i.card_id
                  WHERE i.tenant_id = current_tenant()
                    AND (c.holder_id = person OR c.member_account_id IN (SELECT id FROM own))));
END;
