-- What the desk finds payments by: their state, their payer, their amount. A release before does without them.
CREATE INDEX payment_out_by_state ON payment_out (tenant_id, state, transfer_id);
CREATE INDEX payment_out_by_payer ON payment_out (tenant_id, member_account_id, transfer_id);
CREATE INDEX payment_out_by_amount ON payment_out (tenant_id, amount, transfer_id);
-- The line of the bank that is about a payment.
CREATE INDEX bank_answer_line_by_transfer ON bank_answer_line (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
