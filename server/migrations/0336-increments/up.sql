-- Increments of authorisations: what is held in addition to one, in its own hold.

GRANT UPDATE (amount, shop_amount, shop_currency, shop_exponent, shop_rate) ON authorisation TO wattle_app;

CREATE TABLE purchase_increment (
  tenant_id integer NOT NULL,
  -- Of the message; the authorisation has its own.
  reference text NOT NULL CHECK (octet_length(reference) BETWEEN 6 AND 40),
  authorisation_id bigint NOT NULL,
  -- What it adds still: less after a reversal that names it.
  cents bigint NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (tenant_id, reference)
);
ALTER TABLE purchase_increment ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_increment_tenant ON purchase_increment USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_increment TO wattle_app;
GRANT UPDATE (cents) ON purchase_increment TO wattle_app;
