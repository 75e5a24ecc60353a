-- Who ordered a payment, and when, goes with every occurrence of a schedule; sums to new destinations count what is
-- planned. A server of the release before leaves the new columns empty: its occurrences count from when they were held,
-- and its schedules as payments to new destinations.

-- When the money was put on hold, where that was not when it was ordered. Business time.
ALTER TABLE schedule ADD COLUMN held_at timestamptz;
-- As in paid_destination. Null: made before this column.
ALTER TABLE schedule ADD COLUMN destination text;
CREATE INDEX schedule_by_maker ON schedule (tenant_id, made_by, made_at) WHERE state = 'Active';
-- A held occurrence was noted as made by nobody. Unknown, it waits after a reset of any sign-in of its holder.
UPDATE schedule SET made_by = NULL WHERE made_by = 'card:null';

-- The money was put on hold, and leaves later.
ALTER TABLE paid_destination ADD COLUMN is_held boolean NOT NULL DEFAULT false;
