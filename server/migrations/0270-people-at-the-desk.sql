-- What the desk finds and shows of a person, by plans that do not grow with the programme. A server of the release
-- before writes neither notes nor care.

-- What staff have written about a person, and which masked detail they have asked to see, and why. Here and not in the
-- audit log, because a text may hold something of a person, and this table is emptied when the person is erased.
CREATE TABLE staff_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  holder_id bigint NOT NULL,
  staff_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('note', 'reveal')),
  -- The detail that was shown: 'email', 'address', ...
  detail text CHECK (char_length(detail) <= 40),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  -- Security clock.
  at timestamptz NOT NULL,
  CONSTRAINT staff_note_detail CHECK ((kind = 'reveal') = (detail IS NOT NULL)),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX staff_note_by_person ON staff_note (tenant_id, holder_id, id);
ALTER TABLE staff_note ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_note_tenant ON staff_note USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON staff_note TO wattle_app;

-- A vulnerable customer: how they are helped. Without a row there is nothing to know.
CREATE TABLE customer_care (
  tenant_id integer NOT NULL,
  holder_id bigint NOT NULL,
  is_in_hardship boolean NOT NULL,
  wants_large_print boolean NOT NULL,
  -- Somebody else who may be called: name, number and what they are to the person.
  other_contact text NOT NULL DEFAULT '' CHECK (char_length(other_contact) <= 200),
  staff_id bigint NOT NULL,
  -- Security clock.
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, holder_id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
ALTER TABLE customer_care ENABLE ROW LEVEL SECURITY;
CREATE POLICY customer_care_tenant ON customer_care USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_care TO wattle_app;

-- Sessions of a person, ended ones too.
CREATE INDEX session_of_person ON session (tenant_id, holder_id, created_at) WHERE holder_id IS NOT NULL;

-- The timeline of a person: each list of it is a range of an index.
CREATE INDEX audit_log_about ON audit_log (tenant_id, object, id)
  WHERE object ~ '^(holder|web|card):' AND NOT details ? 'look';
CREATE INDEX audit_log_by_session ON audit_log (tenant_id, actor, id)
  WHERE object ~ '^session:' AND actor ~ '^(web|card):';
CREATE INDEX outbox_message_of_person ON outbox_message (tenant_id, holder_id, id);
CREATE INDEX authorisation_lapsed ON authorisation (member_account_id, at, id) WHERE status IN ('reversed', 'expired');

-- Purchases of an amount at a merchant. lower() is not leakproof, so under row-level security no index would answer it:
-- the function reads the tenant itself.
CREATE INDEX authorisation_by_amount ON authorisation (tenant_id, amount, lower(merchant_name) text_pattern_ops, id);
CREATE FUNCTION purchases_of_amount(cents bigint, merchant text, most integer)
  RETURNS TABLE (id bigint, card_id bigint, merchant_name text, at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT a.id, a.card_id, a.merchant_name, a.at FROM authorisation a
   WHERE a.tenant_id = current_tenant() AND a.amount = cents
     AND lower(a.merchant_name) ~>=~ merchant AND lower(a.merchant_name) ~<~ (merchant || chr(1114111))
   ORDER BY lower(a.merchant_name), a.id DESC LIMIT most;
END;
REVOKE EXECUTE ON FUNCTION purchases_of_amount FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purchases_of_amount TO wattle_app;

-- What was asked for about a person holds their new contact or address. It is emptied when the person is erased, and
-- never otherwise: the application may not change what somebody has asked for.
CREATE FUNCTION forget_requests_about(person bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  UPDATE desk_request r SET input = '{}', reason = 'erased'
   WHERE r.tenant_id = current_tenant() AND r.object = 'holder:' || person
     AND r.state IN ('Refused', 'Expired', 'Done', 'Failed')
     AND EXISTS (SELECT FROM holder h WHERE h.tenant_id = r.tenant_id AND h.id = person AND h.surname = '');
END;
REVOKE EXECUTE ON FUNCTION forget_requests_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_requests_about TO wattle_app;
