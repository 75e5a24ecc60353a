-- A statement that was issued is told, too.
ALTER TABLE alert_event DROP CONSTRAINT alert_event_kind_check;
ALTER TABLE alert_event ADD CONSTRAINT alert_event_kind_check CHECK (kind IN ('authorisation', 'posting', 'statement'));
COMMENT ON COLUMN alert_event.subject IS
  'Of an authorisation its id, of a posting the sequence of its entry, of a statement the first sequence after it.';
