-- Business time at which the bank of a card took a charge back: the desk lists them.
ALTER TABLE gateway_charge ADD COLUMN charged_back_at timestamptz;
CREATE INDEX gateway_charge_charged_back ON gateway_charge (tenant_id, charged_back_at DESC)
  WHERE charged_back_at IS NOT NULL;
GRANT UPDATE (charged_back_at) ON gateway_charge TO wattle_app;
