-- Documents that the asker of a request attaches to it, for whoever approves it: bytes without metadata, as evidence of a
-- dispute. The number within the request is the quota too: the database takes no sixth. A server of the release before
-- writes none.
CREATE TABLE desk_attachment (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Of this tenant: attached under the lock of the request, which other tenants do not see.
  request_id bigint NOT NULL REFERENCES desk_request,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 5),
  -- The idempotency key of the call that sent it: a retry attaches nothing more.
  client_key text NOT NULL,
  -- As the asker's file was named. Shown in lists alone; a file that leaves has a name of ours.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  body bytea NOT NULL CHECK (octet_length(body) BETWEEN 1 AND 5242880),
  size integer NOT NULL CHECK (size = octet_length(body)),
  -- Security clock.
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, request_id, number),
  UNIQUE (tenant_id, request_id, client_key)
);
-- Images and PDFs are compressed already.
ALTER TABLE desk_attachment ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE desk_attachment ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_attachment_tenant ON desk_attachment USING (tenant_id = (SELECT current_tenant()));
-- An approver decides by what is attached, so the application may neither change nor remove it.
GRANT SELECT, INSERT ON desk_attachment TO wattle_app;

-- Attachments go with the person, whatever the request was about: they may show anybody whom it names.
CREATE FUNCTION forget_attachments_about(person bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  DELETE FROM desk_attachment f
   WHERE f.tenant_id = current_tenant()
     AND EXISTS (SELECT FROM holder h WHERE h.tenant_id = f.tenant_id AND h.id = person AND h.surname = '')
     AND f.request_id IN (SELECT requests_about(person));
END;
REVOKE EXECUTE ON FUNCTION forget_attachments_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_attachments_about TO wattle_app;
