-- Cards of plastic that no one has yet, and what lists of the desk read newest first.
CREATE TABLE card_stock (
  tenant_id integer NOT NULL,
  card_id bigint PRIMARY KEY,
  product_id integer NOT NULL,
  -- Business time, both. Null: it is still there. Due work writes it.
  came_at timestamptz NOT NULL,
  left_at timestamptz,
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id)
);
CREATE INDEX card_stock_there ON card_stock (tenant_id, product_id) WHERE left_at IS NULL;
CREATE INDEX card_stock_left ON card_stock (tenant_id, left_at) WHERE left_at IS NOT NULL;
ALTER TABLE card_stock ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_stock_tenant ON card_stock USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON card_stock TO wattle_app;
GRANT UPDATE (left_at) ON card_stock TO wattle_app;
INSERT INTO card_stock (tenant_id, card_id, product_id, came_at)
SELECT c.tenant_id, c.id, c.product_id, c.created_at
  FROM issued_row r
  JOIN card c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
 WHERE c.holder_id IS NULL AND NOT p.is_virtual;

-- Rows of a file that are cards without a person.
ALTER TABLE people_file ADD COLUMN cards integer NOT NULL DEFAULT 0 CHECK (cards >= 0);
GRANT UPDATE (cards) ON people_file TO wattle_app;

CREATE INDEX card_letter_by_time ON card_letter (tenant_id, made_at);
CREATE INDEX card_by_plastic ON card (tenant_id, plastic_ordered_at) WHERE plastic_ordered_at IS NOT NULL;
CREATE INDEX voucher_by_batch ON voucher (tenant_id, batch);
CREATE INDEX desk_request_of_vouchers ON desk_request (tenant_id, id) WHERE command = 'make-vouchers';
