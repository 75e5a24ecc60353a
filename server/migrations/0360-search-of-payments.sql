-- The desk finds payments in a separate table, which due work fills from posted transfers, so a payment costs nothing
-- more for it. Payments after filled_to are read from the transfers. The previous release works without the indexes.
CREATE TABLE payment_search (
  tenant_id integer NOT NULL,
  amount bigint NOT NULL,
  -- It stayed within the programme; else it is a payment_out.
  is_within boolean NOT NULL,
  transfer_id bigint NOT NULL,
  -- Account of the ledger.
  payer_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, amount, is_within, transfer_id)
);
CREATE INDEX payment_search_by_payer ON payment_search (tenant_id, payer_id, transfer_id) WHERE is_within;
ALTER TABLE payment_search ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_search_tenant ON payment_search USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_search TO wattle_app;

-- How far due work has filled such a table: to filled_to, and to noted_to once all transactions before before_xid have
-- ended.
CREATE TABLE search_fill (
  tenant_id integer NOT NULL REFERENCES tenant,
  name text NOT NULL,
  filled_to bigint NOT NULL DEFAULT 0 CHECK (filled_to >= 0),
  noted_to bigint NOT NULL CHECK (noted_to >= filled_to),
  before_xid bigint NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
ALTER TABLE search_fill ENABLE ROW LEVEL SECURITY;
CREATE POLICY search_fill_tenant ON search_fill USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON search_fill TO wattle_app;

DROP INDEX transfer_out_by_payer;
DROP INDEX transfer_out_by_amount;
DROP INDEX payment_out_by_amount;
