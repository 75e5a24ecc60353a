-- What a card that is locked to a merchant is locked to, beside the merchant's name: who collects for it (PAYPAL in
-- PAYPAL *SPOTIFY; empty: nobody), and its number at its own bank. Null: locked before this was kept.
ALTER TABLE card ADD COLUMN locked_collector text;
ALTER TABLE card ADD COLUMN locked_acceptor text;
