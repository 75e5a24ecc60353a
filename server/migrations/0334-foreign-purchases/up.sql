-- What a shop abroad asked for, beside the billed cents, and the fee of a foreign purchase.

-- What the shop asked for: in the smallest unit of its currency (ISO 4217), with so many digits behind the point, and
-- what one unit is billed at, as the network sent it.
ALTER TABLE authorisation
  ADD COLUMN shop_amount bigint,
  ADD COLUMN shop_currency text,
  ADD COLUMN shop_exponent smallint,
  ADD COLUMN shop_rate text,
  -- Basis points of the fee; null: not a foreign purchase.
  ADD COLUMN fee_points smallint CHECK (fee_points BETWEEN 0 AND 10000),
  -- While it is approved: cents that its hold has for the fee, beside current_amount.
  ADD COLUMN fee_held bigint NOT NULL DEFAULT 0 CHECK (fee_held >= 0);
ALTER TABLE authorisation ADD CONSTRAINT authorisation_shop_amount CHECK (
  num_nulls(shop_amount, shop_currency, shop_exponent, shop_rate) IN (0, 4)
  AND shop_amount > 0 AND shop_currency ~ '^[A-Z]{3}$' AND shop_exponent BETWEEN 0 AND 4 AND shop_rate ~ '^[0-9.]+$'
) NOT VALID;
GRANT UPDATE (fee_held) ON authorisation TO wattle_app;

ALTER TABLE transaction_detail
  ADD COLUMN shop_amount bigint,
  ADD COLUMN shop_currency text,
  ADD COLUMN shop_exponent smallint,
  ADD COLUMN shop_rate text;
ALTER TABLE transaction_detail ADD CONSTRAINT transaction_detail_shop_amount CHECK (
  num_nulls(shop_amount, shop_currency, shop_exponent, shop_rate) IN (0, 4)
  AND shop_amount > 0 AND shop_currency ~ '^[A-Z]{3}$' AND shop_exponent BETWEEN 0 AND 4 AND shop_rate ~ '^[0-9.]+$'
) NOT VALID;

-- What of foreign purchases was taken and given back, and the fee that came and went with it. The fee of a purchase is
-- the sum of its rows, and stands for the sum of its cents.
CREATE TABLE foreign_part (
  tenant_id integer NOT NULL,
  -- The clearing; a refund or the end of a dispute.
  transfer_id bigint NOT NULL,
  ledger_account_id bigint NOT NULL,
  -- Reference of the authorisation, or of the clearing where that names none.
  purchase text NOT NULL CHECK (octet_length(purchase) BETWEEN 6 AND 40),
  -- Above zero: taken. Below: given back.
  cents bigint NOT NULL CHECK (cents <> 0),
  points smallint NOT NULL CHECK (points BETWEEN 0 AND 10000),
  -- Its transfer has the key of that of the cents, with :fee behind it.
  fee bigint NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id),
  CHECK (fee = 0 OR (fee > 0) = (cents > 0))
);
CREATE INDEX foreign_part_by_purchase ON foreign_part (tenant_id, ledger_account_id, purchase);
ALTER TABLE foreign_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY foreign_part_tenant ON foreign_part USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON foreign_part TO wattle_app;
