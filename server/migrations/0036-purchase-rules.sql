-- Rules of a programme that decline purchases, or have their holders asked, and what they did.

CREATE TABLE purchase_rule (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, name)
);
ALTER TABLE purchase_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_rule_tenant ON purchase_rule USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_rule TO wattle_app;

-- What a rule says does not change: another version does. One version of a rule is on.
CREATE TABLE purchase_rule_version (
  tenant_id integer NOT NULL,
  rule_id bigint NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  state text NOT NULL CHECK (state IN ('draft', 'trial', 'on', 'off')),
  terms jsonb NOT NULL CHECK (jsonb_typeof(terms) = 'object'),
  -- Days before a purchase that it reads.
  reach_days smallint NOT NULL CHECK (reach_days BETWEEN 0 AND 90),
  made_by text NOT NULL,
  made_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- What it would have done: null until the trial was computed.
  trial jsonb,
  PRIMARY KEY (tenant_id, rule_id, version),
  FOREIGN KEY (tenant_id, rule_id) REFERENCES purchase_rule (tenant_id, id)
);
CREATE UNIQUE INDEX purchase_rule_version_on ON purchase_rule_version (tenant_id, rule_id) WHERE state = 'on';
CREATE INDEX purchase_rule_version_to_try ON purchase_rule_version (tenant_id) WHERE state = 'trial' AND trial IS NULL;
ALTER TABLE purchase_rule_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_rule_version_tenant ON purchase_rule_version USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_rule_version TO wattle_app;
GRANT UPDATE (state, changed_by, changed_at, trial) ON purchase_rule_version TO wattle_app;

-- A decision of a rule about a purchase, with the figures that decided. It is kept as long as its purchase.
CREATE TABLE purchase_rule_decision (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  rule_id bigint NOT NULL,
  version integer NOT NULL,
  action text NOT NULL CHECK (action IN ('decline', 'tell')),
  figures jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object'),
  card_id bigint NOT NULL,
  -- Business time.
  at timestamptz NOT NULL,
  -- Until when the rule declines further purchases of the card; null: this decision began no pause.
  pauses_until timestamptz,
  -- Whether the desk has it in a queue, and who has looked at it.
  tells_desk boolean NOT NULL,
  seen_by text,
  seen_at timestamptz,
  PRIMARY KEY (tenant_id, authorisation_id, rule_id),
  CHECK ((seen_by IS NULL) = (seen_at IS NULL))
);
CREATE INDEX purchase_rule_decision_by_time ON purchase_rule_decision (tenant_id, at);
CREATE INDEX purchase_rule_decision_by_card ON purchase_rule_decision (tenant_id, card_id, at);
CREATE INDEX purchase_rule_decision_by_rule ON purchase_rule_decision (tenant_id, rule_id, at);
CREATE INDEX purchase_rule_decision_pauses ON purchase_rule_decision (tenant_id, card_id, pauses_until)
  WHERE pauses_until IS NOT NULL;
CREATE INDEX purchase_rule_decision_unseen ON purchase_rule_decision (tenant_id, at)
  WHERE tells_desk AND seen_at IS NULL;
ALTER TABLE purchase_rule_decision ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_rule_decision_tenant ON purchase_rule_decision
  USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_rule_decision TO wattle_app;
GRANT UPDATE (seen_by, seen_at) ON purchase_rule_decision TO wattle_app;

-- A card that a rule may not act on, because its holder has confirmed what was stopped.
CREATE TABLE purchase_rule_pass (
  tenant_id integer NOT NULL,
  rule_id bigint NOT NULL,
  card_id bigint NOT NULL,
  -- Business time.
  ends_at timestamptz NOT NULL,
  given_by text NOT NULL,
  PRIMARY KEY (tenant_id, card_id, rule_id),
  FOREIGN KEY (tenant_id, rule_id) REFERENCES purchase_rule (tenant_id, id),
  FOREIGN KEY (tenant_id, card_id) REFERENCES card (tenant_id, id)
);
ALTER TABLE purchase_rule_pass ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_rule_pass_tenant ON purchase_rule_pass USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_rule_pass TO wattle_app;
GRANT UPDATE (ends_at, given_by) ON purchase_rule_pass TO wattle_app;
