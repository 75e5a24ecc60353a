-- Every version of a product that was imported. The newest is what the row of product holds.
CREATE TABLE product_version (
  tenant_id integer NOT NULL,
  product_id integer NOT NULL,
  -- Gapless, from 1.
  version integer NOT NULL CHECK (version > 0),
  -- The file as it was checked, with the defaults of its time.
  content jsonb NOT NULL,
  -- Business time.
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (product_id, version),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id)
);
ALTER TABLE product_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY product_version_tenant ON product_version USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON product_version TO wattle_app;

-- A card's product, for what may no longer change once there are cards.
CREATE INDEX card_by_product ON card (product_id);

-- A number is given to one programme. This function reads across tenants and returns the owner of a product's
-- number.
CREATE FUNCTION tenant_of_product(wanted integer) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT tenant_id FROM product WHERE id = wanted);
REVOKE EXECUTE ON FUNCTION tenant_of_product FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_of_product TO wattle_app;
