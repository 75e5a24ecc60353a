-- Links by which somebody else pays into an account, and who has paid.
CREATE TABLE payment_link (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL REFERENCES brand (id),
  member_account_id bigint NOT NULL,
  web_account_id bigint NOT NULL,
  -- Names the link in its address. Who has it can pay in and see the name below.
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- First name and initial of whoever made it.
  shown_name text NOT NULL,
  -- Cents of one payment.
  maximum bigint NOT NULL CHECK (maximum > 0),
  -- Business time.
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX payment_link_by_account ON payment_link (tenant_id, member_account_id, made_at DESC);

CREATE TABLE payment_link_payer (
  -- Of the gateway.
  payment_id uuid NOT NULL,
  tenant_id integer NOT NULL,
  payment_link_id uuid NOT NULL,
  -- As whoever pays gives it.
  payer_name text NOT NULL,
  PRIMARY KEY (tenant_id, payment_id),
  FOREIGN KEY (tenant_id, payment_link_id) REFERENCES payment_link (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES gateway_payment (tenant_id, id)
);
CREATE INDEX payment_link_payer_by_link ON payment_link_payer (tenant_id, payment_link_id);

-- What attempts count by, where several payments of one thing may be under way.
ALTER TABLE gateway_payment ADD COLUMN counted_as text;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['payment_link', 'payment_link_payer'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (tenant_id = (SELECT current_tenant()))', name || '_tenant', name);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO wattle_app', name);
  END LOOP;
END
$$;
GRANT UPDATE (ended_at, shown_name) ON payment_link TO wattle_app;
GRANT UPDATE (payer_name) ON payment_link_payer TO wattle_app;
