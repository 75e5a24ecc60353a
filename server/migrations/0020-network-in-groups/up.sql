-- A message, its purchase, its hold and its transfer come from one transaction of a role that can
-- remove none of them, under the policies of one tenant. To check that row by row costs an
-- authorisation more than writing it; and on a database without statistics the check of a message's
-- purchase read all purchases of the tenant.
ALTER TABLE network_message
  DROP CONSTRAINT network_message_tenant_id_fkey,
  DROP CONSTRAINT network_message_tenant_id_authorisation_id_fkey,
  DROP CONSTRAINT network_message_tenant_id_transfer_id_fkey;
ALTER TABLE authorisation DROP CONSTRAINT authorisation_tenant_id_hold_id_fkey;

-- Nothing refers to it any more; the id alone is unique.
ALTER TABLE authorisation DROP CONSTRAINT authorisation_tenant_id_id_key;
