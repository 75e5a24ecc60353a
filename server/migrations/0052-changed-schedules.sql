-- A payer changes a scheduled payment: another schedule replaces it, and names it.
ALTER TABLE schedule ADD COLUMN replaces uuid;
-- The date of the month of a monthly payment whose first month is too short for it. Null: that of its first day.
ALTER TABLE schedule ADD COLUMN month_day smallint;
ALTER TABLE schedule ADD CONSTRAINT schedule_month_day CHECK (month_day BETWEEN 29 AND 31) NOT VALID;
ALTER TABLE schedule VALIDATE CONSTRAINT schedule_month_day;
-- A schedule is replaced once.
CREATE UNIQUE INDEX schedule_by_replaced ON schedule (tenant_id, replaces) WHERE replaces IS NOT NULL;
