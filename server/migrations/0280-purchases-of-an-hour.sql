-- Figures of purchases for the desk: so many in each hour, by how they were answered. Counted by due work, so that a
-- figure of weeks reads hours and no purchases.
CREATE TABLE purchase_hour (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Begin of the hour. Business time.
  hour timestamptz NOT NULL,
  -- `approved`, or the reason of a decline. An hour that was counted has a row of `approved`, if only of 0.
  outcome text NOT NULL,
  purchases integer NOT NULL CHECK (purchases >= 0),
  cents bigint NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (tenant_id, hour, outcome)
);
ALTER TABLE purchase_hour ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_hour_tenant ON purchase_hour USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON purchase_hour TO wattle_app;
GRANT UPDATE (purchases, cents) ON purchase_hour TO wattle_app;

-- Purchases come in the order of their time, so a mark for each range of pages finds those of an hour, and costs a
-- purchase next to nothing.
CREATE INDEX authorisation_by_time ON authorisation USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
