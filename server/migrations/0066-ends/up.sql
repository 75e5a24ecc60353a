-- The end of a person and of a sign-in.

-- The day of a death, as it was recorded. Nobody but the programme pays from the accounts of that person then.
ALTER TABLE holder ADD COLUMN died_on date;
-- When names, contacts and secrets were replaced. Business clock.
ALTER TABLE holder ADD COLUMN erased_at timestamptz;

-- A sign-in that has ended has no name.
GRANT DELETE ON login_name TO wattle_app;
