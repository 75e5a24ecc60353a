-- The number of a merchant at its own bank (field 42), by which a shop that has kept a card is known again.
ALTER TABLE authorisation ADD COLUMN merchant_acceptor text;
