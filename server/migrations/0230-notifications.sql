-- What happened to a person's accounts, cards and sign-in, as the bell lists it. A server of the release before writes
-- none: what happens while one runs is missing from the list and nowhere else.

CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  topic text NOT NULL CHECK (topic IN ('money', 'card', 'security')),
  kind text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 40),
  -- The event. It is listed once, however often it is reported.
  cause text NOT NULL CHECK (char_length(cause) BETWEEN 1 AND 200),
  -- Values of its words, which are made when it is read. No card number, and no secret.
  params jsonb NOT NULL,
  -- Business time.
  happened_at timestamptz NOT NULL,
  read_at timestamptz,
  -- A page of one person's list is a range of this key, however many people there are.
  PRIMARY KEY (web_account_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE UNIQUE INDEX notification_by_cause ON notification (web_account_id, cause);
CREATE INDEX notification_by_topic ON notification (web_account_id, topic, id);
CREATE INDEX notification_unread ON notification (web_account_id) WHERE read_at IS NULL;
-- Old ones are deleted.
CREATE INDEX notification_by_age ON notification (tenant_id, happened_at);
ALTER TABLE notification ENABLE ROW LEVEL SECURITY;
CREATE POLICY notification_tenant ON notification USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO wattle_app;

-- Events are noted for accounts that somebody with a sign-in sees, whatever alerts they have chosen.
UPDATE member_account a SET has_alerts = true
 WHERE NOT has_alerts AND EXISTS (
   SELECT FROM card c JOIN web_account w ON w.tenant_id = c.tenant_id AND w.holder_id = c.holder_id
    WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id);
