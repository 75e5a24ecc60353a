-- All funds of a card that go back to a bank account. One at a time: it is open until its value date is over.
ALTER TABLE payment_out ADD COLUMN is_return boolean NOT NULL DEFAULT false;
CREATE INDEX payment_out_returns ON payment_out (tenant_id, member_account_id, value_date) WHERE is_return;
