-- What a change of contact takes away, kept until it can be undone no more.
ALTER TABLE contact_change
  -- When the old contact had last changed; null: before that was noted. Security clock.
  ADD COLUMN old_changed_at timestamptz,
  -- The name and the sign-in names of before: [{"kind": "email", "name": "robin@example.com"}]. Null: a change that a
  -- server of the release before has made.
  ADD COLUMN old_username text,
  ADD COLUMN old_names jsonb,
  -- The security question that counted before, with its answer (Argon2id). Null: there was none.
  ADD COLUMN old_question smallint,
  ADD COLUMN old_answer_hash text,
  -- When the undo of an earlier change, or a change back, has ended this one. Security clock.
  ADD COLUMN ended_at timestamptz;
CREATE INDEX contact_change_by_holder ON contact_change (holder_id, channel, proved_at);

-- A name that opens nothing and that nobody else can take, because an undo may bring it back. Security clock.
ALTER TABLE login_name ADD COLUMN reserved_until timestamptz;
CREATE INDEX login_name_reserved ON login_name (tenant_id, reserved_until) WHERE reserved_until IS NOT NULL;

-- The security question that a reset asks until the new one has been there for as long as a new contact.
ALTER TABLE holder
  ADD COLUMN former_question smallint,
  ADD COLUMN former_answer_hash text,
  -- Security clock.
  ADD COLUMN question_changed_at timestamptz;
