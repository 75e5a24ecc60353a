-- What a provider says later of a text or mail that it accepted, and what that comes to for a contact. Until now a
-- message that was accepted counted as delivered, and a contact that nothing reached stayed the way of codes.
--
-- Old messages get no hash of their contact, so receipts about them mark none. A server of the release before writes
-- messages without it, and reads none of this.

ALTER TABLE outbox_message
  -- The provider's id of the message, by which its receipts name it.
  ADD COLUMN provider_id text CHECK (char_length(provider_id) BETWEEN 1 AND 200),
  -- Keyed hash of a holder's contact that the message went to.
  ADD COLUMN contact_hash bytea CHECK (octet_length(contact_hash) = 32),
  -- Security time, like the two below: a receipt said that it arrived. `delivered_at` is when the provider accepted it.
  ADD COLUMN arrived_at timestamptz,
  -- A receipt, or the provider's answer, said that it cannot be delivered.
  ADD COLUMN undelivered_at timestamptz,
  ADD COLUMN complained_at timestamptz,
  ADD COLUMN undelivered_reason text CHECK (undelivered_reason IN
    ('badAddress', 'optedOut', 'blocked', 'unreachable', 'mailboxFull', 'complained', 'suppressed', 'unserved', 'ours',
     'unknown')),
  -- It concerns the address and not the moment.
  ADD COLUMN undelivered_for_good boolean,
  ADD CONSTRAINT outbox_message_undelivered CHECK (
    (undelivered_at IS NULL) = (undelivered_reason IS NULL)
    AND (undelivered_at IS NULL) = (undelivered_for_good IS NULL));
CREATE INDEX outbox_message_by_provider ON outbox_message (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
-- Like those that were accepted, messages that were given up go with time.
CREATE INDEX outbox_message_given_up ON outbox_message (tenant_id, dead_at) WHERE dead_at IS NOT NULL;
-- What is known of a contact, the newest first.
CREATE INDEX outbox_message_of_contact ON outbox_message (tenant_id, contact_hash, id)
  WHERE arrived_at IS NOT NULL OR undelivered_at IS NOT NULL OR complained_at IS NOT NULL;

-- Whether messages reach a holder's contact. It is about the contact of its hash, which was on record when it was
-- judged: once the holder has another one, it says nothing.
CREATE TABLE contact_mark (
  tenant_id integer NOT NULL,
  holder_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  contact_hash bytea NOT NULL CHECK (octet_length(contact_hash) = 32),
  -- Security time, like all below. Messages have failed permanently.
  failing_since timestamptz,
  -- The owner of the number told the provider to send nothing.
  opted_out_at timestamptz,
  -- The reader of a mail reported it as unwanted.
  complained_at timestamptz,
  -- Someone has said since that the contact works. Messages of before do not count any more.
  counts_from timestamptz,
  -- The person has put off the question about it.
  put_off_at timestamptz,
  -- No contact of the person was reached any more.
  case_opened_at timestamptz,
  PRIMARY KEY (tenant_id, holder_id, channel),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX contact_mark_case ON contact_mark (tenant_id, case_opened_at) WHERE case_opened_at IS NOT NULL;
ALTER TABLE contact_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY contact_mark_tenant ON contact_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_mark TO wattle_app;
