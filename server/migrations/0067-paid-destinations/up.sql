-- What somebody has paid to a destination: whether it is known to them, and how much they have paid it lately.
CREATE TABLE paid_destination (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Business clock.
  paid_at timestamptz NOT NULL,
  -- Cents.
  cents bigint NOT NULL CHECK (cents > 0),
  -- Who has paid, as keys and audit lines name them: web:12, card:7.
  owner text NOT NULL,
  -- internal:200100025, external:000101:12345678, bpay:23796:87348538
  destination text NOT NULL
);
CREATE INDEX paid_destination_by_owner ON paid_destination (tenant_id, owner, destination, paid_at);
ALTER TABLE paid_destination ENABLE ROW LEVEL SECURITY;
CREATE POLICY paid_destination_tenant ON paid_destination USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON paid_destination TO wattle_app;
