-- What cardholders do to their cards: reports with a number to quote, replacements, the account's own limit.

-- A block, a report or a replacement, with the number that the cardholder quotes.
CREATE TABLE card_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  card_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('block', 'lost', 'stolen', 'replace')),
  reference text NOT NULL,
  -- Who reported it, as the audit log names them.
  actor text NOT NULL,
  -- Business time.
  at timestamptz NOT NULL,
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
CREATE INDEX card_report_by_card ON card_report (card_id, id);
ALTER TABLE card_report ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_report_tenant ON card_report USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON card_report TO wattle_app;

-- The card that this one takes the place of. A card has one successor.
ALTER TABLE card ADD COLUMN replaces_id bigint;
ALTER TABLE card ADD FOREIGN KEY (tenant_id, replaces_id) REFERENCES card (tenant_id, id);
CREATE UNIQUE INDEX card_by_replaced ON card (replaces_id) WHERE replaces_id IS NOT NULL;

-- Cents that may be paid in a day by BPAY and transfers together; null is the product's default.
ALTER TABLE member_account ADD COLUMN payment_limit bigint CHECK (payment_limit >= 0);
