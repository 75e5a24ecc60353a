-- A provisional credit that is taken back from an account that has spent it leaves a debt.
ALTER TABLE debt DROP CONSTRAINT debt_cause_check;
ALTER TABLE debt ADD CONSTRAINT debt_cause_check
  CHECK (cause IN ('autoTopUp', 'cardTopUp', 'order', 'wrongLoad', 'provisionalCredit'));
