-- A refund counts against the spending of its day, which it may take below zero.
ALTER TABLE spending_day DROP CONSTRAINT spending_day_cents_check;
