-- Upgrades: a card that is loaded once becomes a reloadable one, on the same account.

-- A card that takes the place of another by an upgrade.
ALTER TABLE card ADD COLUMN is_upgraded boolean NOT NULL DEFAULT false;

-- A request for an upgrade, and what became of it.
CREATE TABLE card_upgrade (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- The card that is upgraded.
  card_id bigint NOT NULL,
  -- Who asked, as the audit log names them.
  actor text NOT NULL,
  state text NOT NULL CHECK (state IN ('Requested', 'Granted', 'Refused')),
  -- Cents that were taken.
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Of the payment of the fee, and of its refund.
  receipt text NOT NULL,
  refund_receipt text,
  -- The card that takes its place, once it is granted.
  new_card_id bigint,
  -- Business time.
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, new_card_id) REFERENCES card (tenant_id, id),
  CHECK ((state = 'Granted') = (new_card_id IS NOT NULL)),
  CHECK ((state = 'Requested') = (decided_at IS NULL))
);
-- One request at a time.
CREATE UNIQUE INDEX card_upgrade_open ON card_upgrade (card_id) WHERE state <> 'Refused';
ALTER TABLE card_upgrade ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_upgrade_tenant ON card_upgrade USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON card_upgrade TO wattle_app;
