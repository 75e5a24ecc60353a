-- What the holder of a card has turned off: ways to pay and kinds of shops.
ALTER TABLE card ADD COLUMN blocked_controls text[] NOT NULL DEFAULT '{}'
  CHECK (blocked_controls <@ ARRAY['online', 'overseas', 'cash', 'wallet', 'gambling', 'alcohol', 'adult', 'crypto']);
-- Business time from which gambling is allowed although it is among them; null where no wait runs.
ALTER TABLE card ADD COLUMN gambling_opens_at timestamptz;
