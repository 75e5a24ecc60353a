-- Complaints (RG 271): of cardholders, and of people without an account.
CREATE TABLE complaint (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  brand_id integer NOT NULL REFERENCES brand (id),
  -- In the form of receipts, drawn from their sequence.
  reference text NOT NULL,
  -- Null: a person who is not known to the programme.
  holder_id bigint,
  -- Name and contact as given, of a person who is not a holder: those of holders are on record, and erased there.
  name text NOT NULL DEFAULT '',
  contact text NOT NULL DEFAULT '',
  way text NOT NULL CHECK (way IN ('email', 'sms', 'portal', 'phone')),
  language text NOT NULL,
  -- When the owner of the contact opened the link that was sent to it. Until then nothing more is sent there.
  confirmed_at timestamptz,
  -- Address of the page that its links open, without the secret.
  page text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('payment', 'card', 'fee', 'treatment', 'other')),
  words text NOT NULL,
  wish text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('Received', 'Working', 'Answered', 'WithAfca', 'Closed', 'Withdrawn')),
  outcome text CHECK (outcome IN ('upheld', 'part', 'notUpheld')),
  -- Cents that were paid because of it, by the receipt of their posting.
  remedy bigint CHECK (remedy > 0),
  remedy_receipt text,
  -- Business time.
  opened_at timestamptz NOT NULL,
  acknowledge_by timestamptz NOT NULL,
  answer_by date NOT NULL,
  acknowledged_at timestamptz,
  -- Of the first answer.
  answered_at timestamptz,
  reopened_at timestamptz,
  referred_at timestamptz,
  ended_at timestamptz,
  -- Member of staff who took it by phone or at a counter; null: it came by the portal.
  taken_by bigint,
  -- Member of staff who looks into it.
  handler bigint,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, taken_by) REFERENCES staff (tenant_id, id),
  FOREIGN KEY (tenant_id, handler) REFERENCES staff (tenant_id, id),
  CONSTRAINT complaint_end CHECK ((state IN ('Closed', 'Withdrawn')) = (ended_at IS NOT NULL)),
  CONSTRAINT complaint_remedy CHECK ((remedy IS NULL) = (remedy_receipt IS NULL)),
  CONSTRAINT complaint_answer CHECK (state <> 'Answered' OR (outcome IS NOT NULL AND answered_at IS NOT NULL))
);
CREATE INDEX complaint_open ON complaint (tenant_id, answer_by, opened_at)
  WHERE state IN ('Received', 'Working', 'WithAfca');
CREATE INDEX complaint_by_holder ON complaint (tenant_id, holder_id, opened_at) WHERE holder_id IS NOT NULL;
CREATE INDEX complaint_by_day ON complaint (tenant_id, opened_at);
ALTER TABLE complaint ENABLE ROW LEVEL SECURITY;
CREATE POLICY complaint_tenant ON complaint USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON complaint TO wattle_app;
GRANT UPDATE (confirmed_at, state, outcome, remedy, remedy_receipt, answer_by, acknowledged_at,
    answered_at, reopened_at, referred_at, ended_at, handler)
  ON complaint TO wattle_app;

-- What happened to a complaint, in its order: messages of both sides, and notes of staff that its person does not see.
CREATE TABLE complaint_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  complaint_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'acknowledged', 'told', 'delayed', 'answered', 'settled', 'withdrawn',
    'referred', 'reopened', 'note', 'assigned', 'named', 'remedy')),
  -- Null: the person who complains.
  staff_id bigint,
  words text NOT NULL,
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, complaint_id) REFERENCES complaint (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX complaint_event_by_complaint ON complaint_event (complaint_id, id);
ALTER TABLE complaint_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY complaint_event_tenant ON complaint_event USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON complaint_event TO wattle_app;

-- A document that the person added.
CREATE TABLE complaint_file (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  complaint_id uuid NOT NULL,
  name text NOT NULL,
  -- By content.
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  -- What cameras write into pictures is left out.
  body bytea NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, complaint_id) REFERENCES complaint (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX complaint_file_by_complaint ON complaint_file (complaint_id, at);
ALTER TABLE complaint_file ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE complaint_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY complaint_file_tenant ON complaint_file USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON complaint_file TO wattle_app;

-- Members of staff whom a complaint is about. They do not decide it.
CREATE TABLE complaint_named (
  tenant_id integer NOT NULL,
  complaint_id uuid NOT NULL,
  staff_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, complaint_id, staff_id),
  FOREIGN KEY (tenant_id, complaint_id) REFERENCES complaint (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
ALTER TABLE complaint_named ENABLE ROW LEVEL SECURITY;
CREATE POLICY complaint_named_tenant ON complaint_named USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON complaint_named TO wattle_app;

-- Links by which a person without a sign-in follows a complaint. The secret part is only in the message.
CREATE TABLE complaint_link (
  tenant_id integer NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  complaint_id uuid NOT NULL,
  -- Security clock.
  made_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, complaint_id) REFERENCES complaint (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX complaint_link_by_complaint ON complaint_link (complaint_id);
ALTER TABLE complaint_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY complaint_link_tenant ON complaint_link USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON complaint_link TO wattle_app;

-- The words of an answer are in the request by which a second person approved it. They go with the complaint, and never
-- before: the application may not change what someone has asked for.
CREATE FUNCTION forget_requests_about_complaint(named text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  UPDATE desk_request r SET input = '{}', reason = 'erased', effect = NULL
   WHERE r.tenant_id = current_tenant() AND r.object = 'complaint:' || named
     AND r.state IN ('Refused', 'Expired', 'Done', 'Failed')
     AND NOT EXISTS (SELECT FROM complaint c WHERE c.tenant_id = r.tenant_id AND c.reference = named);
END;
REVOKE EXECUTE ON FUNCTION forget_requests_about_complaint FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_requests_about_complaint TO wattle_app;

-- Complaints that wait, over all programmes, for the metrics. The day is that of the programme's zone.
CREATE FUNCTION complaint_state(business timestamptz, today date)
  RETURNS TABLE (open bigint, overdue bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT count(*),
         count(*) FILTER (WHERE (c.state = 'Received' AND c.acknowledge_by < business)
                             OR (c.state = 'Working' AND c.answer_by < today))
    FROM complaint c WHERE c.state IN ('Received', 'Working');
END;
REVOKE EXECUTE ON FUNCTION complaint_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION complaint_state TO wattle_app;
