-- An increment counts against the limit of the day on which it was made, and of the card that made it. What it counts
-- shrinks where its purchase does. Rows of the release before count on the day of their authorisation.
ALTER TABLE purchase_increment
  ADD COLUMN card_id bigint,
  ADD COLUMN day date,
  ADD COLUMN counted bigint NOT NULL DEFAULT 0 CHECK (counted >= 0);
CREATE INDEX purchase_increment_by_purchase ON purchase_increment (authorisation_id) WHERE counted > 0;
CREATE INDEX purchase_increment_by_card_day ON purchase_increment (card_id, day) WHERE counted > 0;
GRANT UPDATE (counted) ON purchase_increment TO wattle_app;
