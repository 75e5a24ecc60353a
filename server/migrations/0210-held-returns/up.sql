-- A return of funds to an account that is new to its payer is held, as other first payments are.

ALTER TABLE schedule DROP CONSTRAINT schedule_kind_check;
ALTER TABLE schedule ADD CONSTRAINT schedule_kind_check CHECK (kind IN ('internal', 'external', 'bpay', 'return'));
