-- The payer of a regular payment leaves out one of its payments.
ALTER TABLE schedule_run DROP CONSTRAINT schedule_run_state_check;
ALTER TABLE schedule_run ADD CONSTRAINT schedule_run_state_check
  CHECK (state IN ('Paid', 'Retry', 'Failed', 'Missed', 'Skipped')) NOT VALID;
ALTER TABLE schedule_run VALIDATE CONSTRAINT schedule_run_state_check;
