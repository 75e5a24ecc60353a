-- The activation code that was in force when a new one was asked for. It dies when the new one is first used.
ALTER TABLE card ADD COLUMN previous_activation_code_hash text;

-- Keyed hash of the address of a message to somebody who is no holder: counts what was sent there within an hour.
ALTER TABLE outbox_message ADD COLUMN recipient_hash bytea CHECK (octet_length(recipient_hash) = 32);
CREATE INDEX outbox_message_by_recipient ON outbox_message (tenant_id, recipient_hash, template, counted_at)
  WHERE recipient_hash IS NOT NULL;
