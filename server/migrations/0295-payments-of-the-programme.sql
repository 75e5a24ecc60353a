-- Payments out of an account with those that stay within the programme, for the desk: by payer and by amount. 6 is
-- transferOut of TRANSFER_CODE, so a purchase pays for neither. A release before does without them.
CREATE INDEX transfer_out_by_payer ON transfer (debit_account_id, id) WHERE code = 6;
CREATE INDEX transfer_out_by_amount ON transfer (tenant_id, amount, id) WHERE code = 6;
-- What came back lately.
CREATE INDEX payment_out_returned ON payment_out (tenant_id, returned_at) WHERE state = 'Returned';
