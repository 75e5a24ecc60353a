-- Events for the programme's addresses of disputes and warnings about a charge, in the transaction of their cause.

CREATE FUNCTION note_charge_webhook(tenant integer, what text, charge text, fields jsonb) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp
BEGIN ATOMIC
  -- The gateway's id may be longer than the id of an event, so that has ours of the payment.
  SELECT note_webhook(tenant, what, 'cardPayment:' || c.payment_id,
           jsonb_build_object('account', 'account:' || c.member_account_id, 'charge', c.id, 'amount', c.amount) || fields)
    FROM gateway_charge c WHERE c.tenant_id = tenant AND c.id = charge;
END;

CREATE FUNCTION note_gateway_dispute_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF NEW.taken_at IS NOT NULL AND OLD.taken_at IS NULL THEN
    PERFORM note_charge_webhook(NEW.tenant_id, 'charge.disputed', NEW.charge_id, jsonb_build_object('dispute', NEW.id));
  END IF;
  IF NEW.won_at IS NOT NULL AND OLD.won_at IS NULL THEN
    PERFORM note_charge_webhook(NEW.tenant_id, 'charge.dispute_won', NEW.charge_id, jsonb_build_object('dispute', NEW.id));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER gateway_dispute_changed_webhook AFTER UPDATE OF taken_at, won_at ON gateway_dispute
  FOR EACH ROW EXECUTE FUNCTION note_gateway_dispute_webhooks();

CREATE FUNCTION note_gateway_warning_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM note_charge_webhook(NEW.tenant_id, 'charge.warned', NEW.charge_id,
    jsonb_build_object('warning', NEW.id, 'kind', NEW.word));
  RETURN NULL;
END
$$;
CREATE TRIGGER gateway_warning_kept_webhook AFTER INSERT ON gateway_warning
  FOR EACH ROW EXECUTE FUNCTION note_gateway_warning_webhooks();
