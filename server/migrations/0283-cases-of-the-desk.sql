-- Requests to close an account, those who have died and the accounts of a person, without a look at all accounts.
CREATE INDEX member_account_closing ON member_account (tenant_id, closure_asked_at, id)
  WHERE closure_asked_at IS NOT NULL AND NOT is_closed;
CREATE INDEX member_account_by_owner ON member_account (tenant_id, primary_holder_id);
CREATE INDEX death_record_open ON death_record (tenant_id, id) WHERE taken_back_at IS NULL;
