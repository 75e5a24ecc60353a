-- A regular payment may go on until its payer stops it, without an end date or a number of payments.
ALTER TABLE schedule DROP CONSTRAINT schedule_check1;
ALTER TABLE schedule ADD CONSTRAINT schedule_ends
  CHECK (num_nonnulls(end_day, number_of_payments) <= CASE WHEN frequency = 21 THEN 0 ELSE 1 END);

-- Purpose of a payment to another bank, offered for the next payment to the same destination.
ALTER TABLE paid_destination ADD COLUMN purpose smallint;
