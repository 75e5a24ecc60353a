-- Cards that a processor knows, and facts of purchases that the first protocol did not have.

-- A card at the processor of a connection. A card is known there by one id. A processor that renews a card may keep its
-- id, which then belongs to the newer card.
CREATE TABLE processor_card (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  card_id bigint NOT NULL REFERENCES card (id),
  -- The processor's id. Null until the processor has answered that it has made the card.
  external_id text CHECK (octet_length(external_id) BETWEEN 1 AND 255),
  -- State at the processor, as it has told last.
  state text NOT NULL DEFAULT 'beingMade' CHECK (state IN ('beingMade', 'on', 'off', 'closed')),
  PRIMARY KEY (tenant_id, card_id),
  UNIQUE (connection_id, external_id),
  CHECK (state = 'beingMade' OR external_id IS NOT NULL)
);
ALTER TABLE processor_card ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_card_tenant ON processor_card USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON processor_card TO wattle_app;
GRANT UPDATE (card_id, external_id, state) ON processor_card TO wattle_app;

-- The tenant of a processor's card: messages of a processor do not name one.
CREATE FUNCTION tenant_of_processor_card(connection integer, id text) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  RETURN (SELECT tenant_id FROM processor_card WHERE connection_id = connection AND external_id = id);
REVOKE EXECUTE ON FUNCTION tenant_of_processor_card FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_processor_card TO wattle_app;

-- Facts of a purchase that few messages have, beside its authorisation. A purchase without any has no row.
CREATE TABLE purchase_fact (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  -- Cents that the cardholder was asked for, where that is not what is held; the parts of what is held that are cash,
  -- and a fee of the owner of the terminal.
  asked_amount bigint CHECK (asked_amount >= 0),
  cash_amount bigint CHECK (cash_amount > 0),
  acquirer_fee bigint CHECK (acquirer_fee > 0),
  -- Cents that were approved, where they were fewer than were asked for.
  approved_amount bigint CHECK (approved_amount > 0),
  wallet text CHECK (wallet IN ('apple', 'google', 'samsung', 'other')),
  -- The processor's id of the card in the wallet.
  wallet_token text CHECK (octet_length(wallet_token) BETWEEN 1 AND 255),
  -- The processor's or the network's estimate of fraud.
  risk smallint CHECK (risk BETWEEN 0 AND 999),
  liability text CHECK (liability IN ('shop', 'issuer')),
  three_ds text CHECK (three_ds IN ('authenticated', 'attempted', 'failed', 'none')),
  -- Words that have no meaning here, each with its field: [{"field": "…", "word": "…"}].
  unknown jsonb CHECK (jsonb_typeof(unknown) = 'array'),
  PRIMARY KEY (tenant_id, authorisation_id)
);
ALTER TABLE purchase_fact ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_fact_tenant ON purchase_fact USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_fact TO wattle_app;

-- A processor may leave the country of a shop out.
ALTER TABLE authorisation ALTER COLUMN merchant_country DROP NOT NULL;
