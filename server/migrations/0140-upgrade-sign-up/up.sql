-- The upgrade of a card by somebody who has no login: the set-up is an activation with another end.
ALTER TABLE activation ADD COLUMN purpose text NOT NULL DEFAULT 'activation'
  CHECK (purpose IN ('activation', 'upgrade'));

-- Number of a membership in the brand's reward programme, given with an upgrade.
ALTER TABLE holder ADD COLUMN reward_number text;
GRANT UPDATE (reward_number) ON holder TO wattle_app;
