-- A code or a link that is no good any more is not sent, and every message is given up in the end. Security time;
-- null: queued before this migration, or by a server of the release before.
ALTER TABLE outbox_message ADD COLUMN expires_at timestamptz;

-- What was given up keeps neither address nor code.
ALTER TABLE outbox_message DROP CONSTRAINT outbox_message_check2;
ALTER TABLE outbox_message ADD CONSTRAINT outbox_message_content
  CHECK (content_cipher IS NOT NULL OR delivered_at IS NOT NULL OR dead_at IS NOT NULL);
UPDATE outbox_message SET content_cipher = NULL, content_key_version = NULL
 WHERE dead_at IS NOT NULL AND content_cipher IS NOT NULL;
