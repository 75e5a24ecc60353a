-- A payment that the bank has not taken is stopped for its payer, and a file that carries it is withdrawn and made anew
-- without it. A server of the release before neither sends such a file nor puts such a payment into one.
ALTER TABLE payment_out DROP CONSTRAINT payment_out_reason_check;
ALTER TABLE payment_out ADD CONSTRAINT payment_out_reason_check
  CHECK (reason ~ '^([1-9]|declined|reversed|stopped)$');
ALTER TABLE bank_file DROP CONSTRAINT bank_file_state_check;
ALTER TABLE bank_file ADD CONSTRAINT bank_file_state_check
  CHECK (state IN ('Made', 'Sent', 'Accepted', 'Rejected', 'Withdrawn'));
