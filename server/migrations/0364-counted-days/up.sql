-- The day on which a payment was counted towards the sums of its account, where that is not the one on which it was
-- paid: of a payment that was held. When it comes back the sums of that day and month get it back.
ALTER TABLE payment_out ADD COLUMN counted_on date;
