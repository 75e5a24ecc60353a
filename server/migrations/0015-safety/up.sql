-- The lock after many failures in a day ends by itself: nothing waits for a new code any more.
UPDATE sign_in_guard SET locked_until = greatest(coalesce(locked_until, day_started_at), day_started_at + interval '24 hours')
 WHERE needs_new_code;
ALTER TABLE sign_in_guard DROP COLUMN needs_new_code;

-- The access code that was in force when a new one was asked for. It dies when the new one is first used.
ALTER TABLE card ADD COLUMN previous_access_code_hash text;

-- When a message was queued, by the security clock: counts what calls have sent within an hour. Null: before
-- this migration.
ALTER TABLE outbox_message ADD COLUMN counted_at timestamptz;
CREATE INDEX outbox_message_by_holder ON outbox_message (tenant_id, holder_id, template, counted_at);
CREATE INDEX outbox_message_by_template ON outbox_message (tenant_id, brand_id, template, counted_at);
