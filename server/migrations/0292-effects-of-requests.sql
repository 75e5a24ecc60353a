-- What a request would have changed when it was asked for: an approver sees what of it has changed since. It may name
-- people, those who have a card of an account among them, so it goes with the person, whatever the request was about.
ALTER TABLE desk_request ADD COLUMN effect jsonb;

-- Requests about a person: about them, their sign-ins, cards, cases, and accounts that they own or have a card of.
CREATE FUNCTION requests_about(person bigint) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.id FROM desk_request r
   WHERE r.tenant_id = current_tenant()
     AND r.object IN (
       SELECT 'holder:' || person
       UNION ALL SELECT 'web:' || w.id FROM web_account w WHERE w.tenant_id = current_tenant() AND w.holder_id = person
       UNION ALL SELECT 'card:' || c.id FROM card c WHERE c.tenant_id = current_tenant() AND c.holder_id = person
       UNION ALL SELECT 'kyc:' || k.id FROM kyc_case k WHERE k.tenant_id = current_tenant() AND k.holder_id = person
       UNION ALL SELECT 'dispute:' || d.reference FROM dispute d
                  WHERE d.tenant_id = current_tenant() AND d.holder_id = person
       UNION ALL SELECT named.object
         FROM (SELECT a.id, a.account_number FROM member_account a
                WHERE a.tenant_id = current_tenant() AND a.primary_holder_id = person
               UNION SELECT a.id, a.account_number FROM card c
                 JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
                WHERE c.tenant_id = current_tenant() AND c.holder_id = person) AS own,
              LATERAL (VALUES ('account:' || own.id), ('account:' || own.account_number)) AS named (object));
END;
REVOKE EXECUTE ON FUNCTION requests_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION requests_about TO wattle_app;

-- The application may not change what somebody has asked for.
CREATE FUNCTION forget_effects_about(person bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  UPDATE desk_request r SET effect = NULL
   WHERE r.tenant_id = current_tenant() AND r.effect IS NOT NULL
     AND EXISTS (SELECT FROM holder h WHERE h.tenant_id = r.tenant_id AND h.id = person AND h.surname = '')
     AND r.id IN (SELECT requests_about(person));
END;
REVOKE EXECUTE ON FUNCTION forget_effects_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_effects_about TO wattle_app;
