-- Each server reads the identities of all programmes at once, without a tenant. Within a tenant nobody sees another's. A server of
-- the release before reads none.
DROP POLICY programme_identity_read ON programme_identity;
CREATE POLICY programme_identity_read ON programme_identity FOR SELECT
  USING ((SELECT coalesce(current_setting('wattle.tenant_id', true), '')) = '');
