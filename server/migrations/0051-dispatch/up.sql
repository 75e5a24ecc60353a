-- When the card maker mailed a card, and when it arrived. Business time; null where nobody has said so.
ALTER TABLE card ADD COLUMN dispatched_at timestamptz;
ALTER TABLE card ADD COLUMN delivered_at timestamptz;
