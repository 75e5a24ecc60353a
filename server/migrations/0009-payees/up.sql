-- Saved payees. A payee belongs to the sign-in that saved it: a web account, or the card of a card-only
-- person.
CREATE TABLE payee (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  web_account_id bigint,
  card_id bigint,
  -- BPAY 1, internal 2, external 3.
  type smallint NOT NULL CHECK (type IN (1, 2, 3)),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 140),
  -- For BPAY the biller code; empty for an internal payee.
  bsb text NOT NULL CHECK ((bsb = '') = (type = 2)),
  -- For BPAY the reference.
  account_number text NOT NULL CHECK (account_number <> ''),
  CHECK (num_nonnulls(web_account_id, card_id) = 1),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
-- A sign-in has the same payee once.
CREATE UNIQUE INDEX payee_of_web_account ON payee (web_account_id, type, bsb, account_number)
  WHERE web_account_id IS NOT NULL;
CREATE UNIQUE INDEX payee_of_card ON payee (card_id, type, bsb, account_number)
  WHERE card_id IS NOT NULL;

ALTER TABLE payee ENABLE ROW LEVEL SECURITY;
CREATE POLICY payee_tenant ON payee USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON payee TO wattle_app;
GRANT UPDATE (name, account_number) ON payee TO wattle_app;
