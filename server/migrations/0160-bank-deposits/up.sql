-- Deposits: credits of other banks to accounts of the programme, and what is kept in suspense of them.

ALTER TABLE bank_answer DROP CONSTRAINT bank_answer_kind_check;
ALTER TABLE bank_answer ADD CONSTRAINT bank_answer_kind_check
  CHECK (kind IN ('outcome', 'returns', 'bpayResults', 'deposits', 'unknown'));

ALTER TABLE bank_answer_line DROP CONSTRAINT bank_answer_line_kind_check;
ALTER TABLE bank_answer_line ADD CONSTRAINT bank_answer_line_kind_check
  CHECK (kind IN ('return', 'debitReturn', 'paid', 'unpaid', 'deposit'));
ALTER TABLE bank_answer_line DROP CONSTRAINT bank_answer_line_state_check;
ALTER TABLE bank_answer_line ADD CONSTRAINT bank_answer_line_state_check
  CHECK (state IN ('Open', 'Done', 'Suspense', 'FormerHolder', 'Released', 'SentBack'));

ALTER TABLE bank_answer_line
  -- Who sent a deposit, and where it can be sent back to. BSB as 6 digits.
  ADD COLUMN remitter text,
  ADD COLUMN from_bsb text,
  ADD COLUMN from_account text,
  -- Why a deposit is in suspense.
  ADD COLUMN reason text CHECK (reason IN ('unknownAccount', 'closedAccount', 'notAllowed', 'aboveMaximum')),
  -- The file of this banking day sends it back; null: only the desk decides.
  ADD COLUMN back_on date;
GRANT UPDATE (reason, back_on) ON bank_answer_line TO wattle_app;
CREATE INDEX bank_answer_line_kept ON bank_answer_line (tenant_id, back_on) WHERE state = 'Suspense';

-- Payers are told of what came back alone; deposits would fill the index.
DROP INDEX bank_answer_line_untold;
CREATE INDEX bank_answer_line_untold ON bank_answer_line (tenant_id)
  WHERE state = 'Done' AND kind IN ('return', 'unpaid') AND told_at IS NULL;

-- A deposit that is sent back leaves for another bank, and no account has paid it.
ALTER TABLE payment_out ALTER COLUMN member_account_id DROP NOT NULL;
