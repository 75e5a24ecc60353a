-- Money that came by another card and went on to another account of the programme: it stays there until the same hour.
CREATE TABLE card_money_mark (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  from_account_id bigint NOT NULL,
  to_account_id bigint NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- Business time.
  until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id, until)
);
CREATE INDEX card_money_mark_from ON card_money_mark (tenant_id, from_account_id, until);
CREATE INDEX card_money_mark_to ON card_money_mark (tenant_id, to_account_id, until);
ALTER TABLE card_money_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_money_mark_tenant ON card_money_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON card_money_mark TO wattle_app;
