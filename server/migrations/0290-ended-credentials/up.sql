-- When a passkey was made, by the clock of passwords and sessions; null: made before this column, or by a server of the
-- release before. added_at is business time, which a sandbox moves.
ALTER TABLE passkey ADD COLUMN made_at timestamptz;
-- Null: the password was ended, and is set anew by a link.
ALTER TABLE web_account ALTER COLUMN password_hash DROP NOT NULL;
