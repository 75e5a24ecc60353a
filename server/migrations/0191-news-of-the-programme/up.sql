-- Whether a new holder wants news of the programme, as it is agreed to at the set-up.
ALTER TABLE activation ADD COLUMN marketing_cfs boolean NOT NULL DEFAULT false;
