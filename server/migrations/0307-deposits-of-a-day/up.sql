-- The 1-cent deposits of an account are counted by the day before another one is made.
CREATE INDEX payment_out_deposits ON payment_out (tenant_id, member_account_id, paid_on) WHERE is_deposit;
