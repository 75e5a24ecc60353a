-- No place that changes a complaint can forget to tell the programme's addresses of it. Its words stay here.
CREATE FUNCTION note_complaint_webhooks() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM note_webhook(NEW.tenant_id,
    CASE NEW.state WHEN 'Answered' THEN 'complaint.answered' WHEN 'WithAfca' THEN 'complaint.referred'
      WHEN 'Closed' THEN 'complaint.closed' WHEN 'Withdrawn' THEN 'complaint.withdrawn'
      ELSE CASE WHEN TG_OP = 'INSERT' THEN 'complaint.opened' WHEN OLD.state = 'Received' THEN 'complaint.acknowledged'
                ELSE 'complaint.reopened' END END,
    'complaint:' || NEW.id,
    jsonb_build_object('person', 'holder:' || NEW.holder_id, 'state', NEW.state, 'subject', NEW.subject,
      'outcome', NEW.outcome, 'answerBy', NEW.answer_by));
  RETURN NULL;
END
$$;
CREATE TRIGGER complaint_opened_webhook AFTER INSERT ON complaint
  FOR EACH ROW EXECUTE FUNCTION note_complaint_webhooks();
CREATE TRIGGER complaint_changed_webhook AFTER UPDATE OF state ON complaint
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION note_complaint_webhooks();
