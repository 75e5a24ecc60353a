-- Cents of a card of an order that were taken back so far.
ALTER TABLE store_item ADD COLUMN taken bigint NOT NULL DEFAULT 0 CHECK (taken >= 0);
ALTER TABLE store_item ADD CHECK (taken <= amount);
