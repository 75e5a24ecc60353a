-- Cards that people have used for a top-up and are offered again. The gateway has the card; this is its token, which is
-- worth nothing without our account there.
CREATE TABLE saved_card (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  web_account_id bigint NOT NULL,
  token text NOT NULL CHECK (length(token) BETWEEN 1 AND 200),
  -- Keyed hash of the gateway's fingerprint of the card.
  card_hash bytea NOT NULL,
  ending text NOT NULL CHECK (ending ~ '^\d{4}$'),
  -- Last month in which it works: 2028-12.
  expires text NOT NULL CHECK (expires ~ '^\d{4}-\d{2}$'),
  -- Business time.
  saved_at timestamptz NOT NULL,
  -- Business time. It is offered no more, and the row goes once the gateway has forgotten it.
  ended_at timestamptz,
  -- Security clock: when the gateway is asked to.
  forget_at timestamptz,
  CHECK ((ended_at IS NULL) = (forget_at IS NULL)),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id)
);
CREATE UNIQUE INDEX saved_card_current ON saved_card (web_account_id, card_hash) WHERE ended_at IS NULL;
CREATE INDEX saved_card_to_forget ON saved_card (forget_at) WHERE ended_at IS NOT NULL;
ALTER TABLE saved_card ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_card_tenant ON saved_card USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON saved_card TO wattle_app;
GRANT UPDATE (expires, ended_at, forget_at) ON saved_card TO wattle_app;

-- The login for which the card of a payment is saved once it is paid.
ALTER TABLE gateway_payment ADD COLUMN saves_for bigint;
GRANT UPDATE (saves_for) ON gateway_payment TO wattle_app;
