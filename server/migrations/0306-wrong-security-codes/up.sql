-- Wrong CVV2s at the card network: how many since the first one of the running 24 hours, and the day (Melbourne) on
-- which purchases that need one are declined. Business clock.
ALTER TABLE card ADD COLUMN cvv2_failures smallint NOT NULL DEFAULT 0;
ALTER TABLE card ADD COLUMN cvv2_failures_since timestamptz;
ALTER TABLE card ADD COLUMN cvv2_stopped_on date;
