-- Changes of an email address or a mobile number: proved by a code that is sent there, undone from the old one.
CREATE TABLE contact_change (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  holder_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'mobile')),
  old_value text NOT NULL,
  new_value text NOT NULL,
  -- Argon2id; null once it was right.
  code_hash text,
  wrong_codes smallint NOT NULL DEFAULT 0,
  -- Security clock, like all that follow.
  asked_at timestamptz NOT NULL,
  proved_at timestamptz,
  -- Keyed hash of the token that undoes it.
  undo_hash bytea UNIQUE CHECK (octet_length(undo_hash) = 32),
  undone_at timestamptz,
  -- Replaced by another change before it was proved.
  dropped_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX contact_change_by_web_account ON contact_change (web_account_id, channel, asked_at);
CREATE INDEX contact_change_by_time ON contact_change (tenant_id, asked_at);
ALTER TABLE contact_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY contact_change_tenant ON contact_change USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_change TO wattle_app;

-- When the owner of an account has asked that it be closed. Business clock.
ALTER TABLE member_account ADD COLUMN closure_asked_at timestamptz;
