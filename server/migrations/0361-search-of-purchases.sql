-- The desk finds purchases by amount and merchant, and by receipt, in a separate table, as it finds payments. A purchase
-- pays for neither. A release before does without the indexes, and adds no row for an increment.
CREATE TABLE purchase_search (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  -- A purchase has a row for each amount that its increments have made of it.
  amount bigint NOT NULL,
  -- Name of the merchant in small letters.
  merchant text NOT NULL,
  receipt text NOT NULL,
  PRIMARY KEY (tenant_id, authorisation_id, amount)
);
CREATE INDEX purchase_search_by_amount ON purchase_search (tenant_id, amount, merchant text_pattern_ops);
CREATE INDEX purchase_search_by_receipt ON purchase_search (tenant_id, receipt);
ALTER TABLE purchase_search ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_search_tenant ON purchase_search USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_search TO wattle_app;

-- Comparison by letters is not leakproof, so under row-level security no index would answer it: the function reads the
-- tenant itself.
CREATE OR REPLACE FUNCTION purchases_of_amount(cents bigint, merchant text, most integer)
  RETURNS TABLE (id bigint, card_id bigint, merchant_name text, at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT a.id, a.card_id, a.merchant_name, a.at
    FROM (SELECT s.authorisation_id FROM purchase_search s
           WHERE s.tenant_id = current_tenant() AND s.amount = cents
             AND s.merchant ~>=~ purchases_of_amount.merchant
             AND s.merchant ~<~ (purchases_of_amount.merchant || chr(1114111))
          UNION
          SELECT late.id FROM authorisation late
           WHERE late.tenant_id = current_tenant() AND late.amount = cents
             AND late.id > (SELECT coalesce(max(f.filled_to), 0) FROM search_fill f
                             WHERE f.tenant_id = current_tenant() AND f.name = 'purchases')
             AND late.id < 9223372036854775807
             AND lower(late.merchant_name) ~>=~ purchases_of_amount.merchant
             AND lower(late.merchant_name) ~<~ (purchases_of_amount.merchant || chr(1114111))) AS found
    CROSS JOIN LATERAL (
      SELECT * FROM authorisation o WHERE o.tenant_id = current_tenant() AND o.id = found.authorisation_id OFFSET 0) AS a
   WHERE a.amount = cents
   ORDER BY lower(a.merchant_name), a.id DESC LIMIT most;
END;

DROP INDEX authorisation_by_amount;
DROP INDEX authorisation_by_receipt;
