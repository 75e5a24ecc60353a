-- What staff do at the desk: requests that a second member approves, notes, loads, changes for people, views of
-- accounts, figures, and what the desk finds.

-- A command of the desk that a second member of staff approves.
CREATE TABLE desk_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  command text NOT NULL,
  -- As it was typed and checked: texts and booleans, no secret. In the order of its fields, so json.
  input json NOT NULL,
  -- SHA-256 of command and input in canonical form. It is compared before the request is carried out.
  input_hash bytea NOT NULL CHECK (octet_length(input_hash) = 32),
  -- Object of the request, for the audit log: 'card:7'.
  object text,
  reason text NOT NULL CHECK (reason <> ''),
  -- The idempotency key of the call that made it: a retry makes no second request.
  client_key text NOT NULL,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('Requested', 'Approved', 'Refused', 'Expired', 'Done', 'Failed')),
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text,
  ended_at timestamptz,
  -- Of a request that was carried out: its answer without what is shown once, or the refusal.
  outcome json,
  -- What it would have changed when it was asked for: an approver sees what of it has changed since. It may name
  -- people, those who have a card of an account among them, so it goes with the person, whatever the request was
  -- about.
  effect jsonb,
  UNIQUE (tenant_id, asked_by, client_key),
  FOREIGN KEY (tenant_id, asked_by) REFERENCES staff (tenant_id, id),
  FOREIGN KEY (tenant_id, decided_by) REFERENCES staff (tenant_id, id),
  CHECK ((decided_by IS NULL) = (state IN ('Requested', 'Expired'))),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK ((ended_at IS NULL) = (state IN ('Requested', 'Approved'))),
  CHECK ((outcome IS NULL) = (state NOT IN ('Done', 'Failed'))),
  -- The asker may withdraw a request, never approve it.
  CHECK (state IN ('Requested', 'Expired', 'Refused') OR decided_by <> asked_by)
);
-- Only one open request for the same command and input.
CREATE UNIQUE INDEX desk_request_open ON desk_request (tenant_id, command, input_hash)
  WHERE state IN ('Requested', 'Approved');
CREATE INDEX desk_request_by_end ON desk_request (tenant_id, expires_at) WHERE state = 'Requested';
-- Requests that ended today are listed beside those that wait.
CREATE INDEX desk_request_by_ended ON desk_request (tenant_id, ended_at);
-- The approver of a request reads who added its asker to the staff: a request of add-staff is found by its name.
CREATE INDEX desk_request_of_staff ON desk_request (tenant_id, (input->>'name')) WHERE command = 'add-staff';
ALTER TABLE desk_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_request_tenant ON desk_request USING (tenant_id = (SELECT current_tenant()));
-- The requested input is immutable.
GRANT SELECT, INSERT ON desk_request TO wattle_app;
GRANT UPDATE (state, decided_by, decided_at, decision_reason, ended_at, outcome) ON desk_request TO wattle_app;

-- Requests about a person: about them, their sign-ins, cards, cases, payments and orders, and accounts that they own
-- or have a card of. A deposit in suspense is given to an account that the request names.
CREATE FUNCTION requests_about(person bigint) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH own AS MATERIALIZED (
    SELECT a.id, a.account_number FROM member_account a
     WHERE a.tenant_id = current_tenant() AND a.primary_holder_id = person
    UNION
    SELECT a.id, a.account_number FROM card c
      JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
     WHERE c.tenant_id = current_tenant() AND c.holder_id = person)
  SELECT r.id FROM desk_request r
   WHERE r.tenant_id = current_tenant()
     AND ((r.object LIKE 'bank_answer:%' AND r.input ->> 'account' IN (SELECT account_number FROM own)) OR r.object IN (
       SELECT 'holder:' || person
       UNION ALL SELECT 'web:' || w.id FROM web_account w WHERE w.tenant_id = current_tenant() AND w.holder_id = person
       UNION ALL SELECT 'card:' || c.id FROM card c WHERE c.tenant_id = current_tenant() AND c.holder_id = person
       UNION ALL SELECT 'kyc:' || k.id FROM kyc_case k WHERE k.tenant_id = current_tenant() AND k.holder_id = person
       UNION ALL SELECT 'dispute:' || d.reference FROM dispute d
                  WHERE d.tenant_id = current_tenant() AND d.holder_id = person
       UNION ALL SELECT 'account:' || own.id FROM own
       UNION ALL SELECT 'account:' || own.account_number FROM own
       UNION ALL SELECT 'schedule:' || s.id FROM schedule s
                  WHERE s.tenant_id = current_tenant()
                    AND (s.holder_id = person OR s.member_account_id IN (SELECT id FROM own))
       UNION ALL SELECT 'mistaken_payment:' || m.reference FROM mistaken_payment m
                  WHERE m.tenant_id = current_tenant() AND m.member_account_id IN (SELECT id FROM own)
       UNION ALL SELECT 'order:' || i.order_id FROM store_item i
                   JOIN card c ON c.tenant_id = i.tenant_id AND c.id = i.card_id
                  WHERE i.tenant_id = current_tenant()
                    AND (c.holder_id = person OR c.member_account_id IN (SELECT id FROM own))));
END;
REVOKE EXECUTE ON FUNCTION requests_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION requests_about TO wattle_app;

-- The application may not change what someone has asked for.
CREATE FUNCTION forget_effects_about(person bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  UPDATE desk_request r SET effect = NULL
   WHERE r.tenant_id = current_tenant() AND r.effect IS NOT NULL
     AND EXISTS (SELECT FROM holder h WHERE h.tenant_id = r.tenant_id AND h.id = person AND h.surname = '')
     AND r.id IN (SELECT requests_about(person));
END;
REVOKE EXECUTE ON FUNCTION forget_effects_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_effects_about TO wattle_app;

-- A request about a person holds their new contact or address. It is emptied when the person is erased, and never
-- otherwise: the application may not change what someone has asked for.
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

-- Documents that the asker of a request attaches to it, for the approver: bytes without metadata, as evidence of a
-- dispute. The number within the request is the quota too: the database takes no sixth.
CREATE TABLE desk_attachment (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Of this tenant: attached under the lock of the request, which other tenants do not see.
  request_id bigint NOT NULL REFERENCES desk_request,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 5),
  -- The idempotency key of the call that sent it: a retry attaches nothing more.
  client_key text NOT NULL,
  -- As the asker's file was named. Shown in lists alone; a file that leaves has a name of ours.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  body bytea NOT NULL CHECK (octet_length(body) BETWEEN 1 AND 5242880),
  size integer NOT NULL CHECK (size = octet_length(body)),
  -- Security clock.
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, request_id, number),
  UNIQUE (tenant_id, request_id, client_key)
);
-- Images and PDFs are compressed already.
ALTER TABLE desk_attachment ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE desk_attachment ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_attachment_tenant ON desk_attachment USING (tenant_id = (SELECT current_tenant()));
-- An approver decides by what is attached, so the application may neither change nor remove it.
GRANT SELECT, INSERT ON desk_attachment TO wattle_app;

-- Attachments go with the person, whatever the request was about: they may show anybody whom it names.
CREATE FUNCTION forget_attachments_about(person bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  DELETE FROM desk_attachment f
   WHERE f.tenant_id = current_tenant()
     AND EXISTS (SELECT FROM holder h WHERE h.tenant_id = f.tenant_id AND h.id = person AND h.surname = '')
     AND f.request_id IN (SELECT requests_about(person));
END;
REVOKE EXECUTE ON FUNCTION forget_attachments_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_attachments_about TO wattle_app;

-- What staff have written about a person, and which masked detail they have asked to see, and why. Here and not in
-- the audit log, because a text may hold something of a person, and this table is emptied when the person is erased.
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
  -- Someone else who may be called: name, number and their relation to the person.
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

-- The desk finds payments and purchases in separate tables that due work fills from what was posted, so neither pays
-- for it. Payments after filled_to are read from the transfers, purchases from the authorisations.
CREATE TABLE payment_search (
  tenant_id integer NOT NULL,
  amount bigint NOT NULL,
  -- It stayed within the programme; else it is a payment_out.
  is_within boolean NOT NULL,
  transfer_id bigint NOT NULL,
  -- Account of the ledger.
  payer_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, amount, is_within, transfer_id)
);
CREATE INDEX payment_search_by_payer ON payment_search (tenant_id, payer_id, transfer_id) WHERE is_within;
ALTER TABLE payment_search ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_search_tenant ON payment_search USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON payment_search TO wattle_app;

-- How far due work has filled such a table: to filled_to, and to noted_to once all transactions before before_xid have
-- ended.
CREATE TABLE search_fill (
  tenant_id integer NOT NULL REFERENCES tenant,
  name text NOT NULL,
  filled_to bigint NOT NULL DEFAULT 0 CHECK (filled_to >= 0),
  noted_to bigint NOT NULL CHECK (noted_to >= filled_to),
  before_xid bigint NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
ALTER TABLE search_fill ENABLE ROW LEVEL SECURITY;
CREATE POLICY search_fill_tenant ON search_fill USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON search_fill TO wattle_app;

-- Purchases by amount and merchant, and by receipt.
CREATE TABLE purchase_search (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  -- A purchase has a row for each amount that its increments have made of it.
  amount bigint NOT NULL,
  -- Name of the merchant in small letters.
  merchant text NOT NULL,
  receipt text NOT NULL,
  PRIMARY KEY (tenant_id, authorisation_id, amount)
);
CREATE INDEX purchase_search_by_amount ON purchase_search (tenant_id, amount, merchant text_pattern_ops);
CREATE INDEX purchase_search_by_receipt ON purchase_search (tenant_id, receipt);
ALTER TABLE purchase_search ENABLE ROW LEVEL SECURITY;
CREATE POLICY purchase_search_tenant ON purchase_search USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON purchase_search TO wattle_app;

-- Comparison by letters is not leakproof, so under row-level security no index would answer it: the function reads the
-- tenant itself.
CREATE FUNCTION purchases_of_amount(cents bigint, merchant text, most integer)
  RETURNS TABLE (id bigint, card_id bigint, merchant_name text, at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT a.id, a.card_id, a.merchant_name, a.at
    FROM (SELECT s.authorisation_id FROM purchase_search s
           WHERE s.tenant_id = current_tenant() AND s.amount = cents
             AND s.merchant ~>=~ purchases_of_amount.merchant
             AND s.merchant ~<~ (purchases_of_amount.merchant || chr(1114111))
          UNION
          SELECT late.id FROM authorisation late
           WHERE late.tenant_id = current_tenant() AND late.amount = cents
             AND late.id > (SELECT coalesce(max(f.filled_to), 0) FROM search_fill f
                             WHERE f.tenant_id = current_tenant() AND f.name = 'purchases')
             AND late.id < 9223372036854775807
             AND lower(late.merchant_name) ~>=~ purchases_of_amount.merchant
             AND lower(late.merchant_name) ~<~ (purchases_of_amount.merchant || chr(1114111))) AS found
    CROSS JOIN LATERAL (
      SELECT * FROM authorisation o WHERE o.tenant_id = current_tenant() AND o.id = found.authorisation_id OFFSET 0) AS a
   WHERE a.amount = cents
   ORDER BY lower(a.merchant_name), a.id DESC LIMIT most;
END;
REVOKE EXECUTE ON FUNCTION purchases_of_amount FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purchases_of_amount TO wattle_app;

-- Loads by the desk, each with its type, so that a wrong one can be reversed once.
CREATE TABLE desk_load (
  tenant_id integer NOT NULL,
  transfer_id bigint NOT NULL,
  member_account_id bigint NOT NULL,
  -- received: the money came to the programme's bank account. goodwill: the programme gives it.
  type text NOT NULL CHECK (type IN ('received', 'goodwill')),
  receipt text NOT NULL,
  cents bigint NOT NULL CHECK (cents > 0),
  -- Part of it that was reversed as a wrong load.
  taken_back bigint NOT NULL DEFAULT 0 CHECK (taken_back BETWEEN 0 AND cents),
  -- Business time.
  made_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX desk_load_by_account ON desk_load (tenant_id, member_account_id, transfer_id);
ALTER TABLE desk_load ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_load_tenant ON desk_load USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON desk_load TO wattle_app;
GRANT UPDATE (taken_back) ON desk_load TO wattle_app;

-- Staff look at an account as its cardholder, in a session of the scope 'view'.
-- Each view that staff have asked for. Its session has the same id, and is deleted long before. The reason is a note
-- of staff, which is deleted when the person is erased.
CREATE TABLE account_view (
  id uuid PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  holder_id bigint NOT NULL,
  web_account_id bigint NOT NULL,
  staff_id bigint NOT NULL,
  -- The view ends with this session of the desk, which may be deleted before it.
  staff_session_id uuid NOT NULL,
  -- Keyed hash of the ticket that opens it once.
  ticket_hash bytea NOT NULL CHECK (octet_length(ticket_hash) = 32),
  -- All times are of the security clock.
  asked_at timestamptz NOT NULL,
  ticket_ends_at timestamptz NOT NULL,
  -- Null: never opened.
  opened_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id),
  FOREIGN KEY (tenant_id, web_account_id) REFERENCES web_account (tenant_id, id),
  FOREIGN KEY (tenant_id, staff_id) REFERENCES staff (tenant_id, id)
);
CREATE INDEX account_view_opened ON account_view (tenant_id, web_account_id, opened_at) WHERE opened_at IS NOT NULL;
CREATE INDEX account_view_by_age ON account_view (tenant_id, asked_at);
ALTER TABLE account_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_view_tenant ON account_view USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON account_view TO wattle_app;
GRANT UPDATE (opened_at) ON account_view TO wattle_app;

-- A change of contact, address or name that staff have made for a person. Each previous contact gets a notice with a
-- link by which the person says that it was not them: the change is undone, and there is no other until staff have
-- settled it.
CREATE TABLE desk_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  brand_id integer NOT NULL,
  holder_id bigint NOT NULL,
  what text NOT NULL CHECK (what IN ('email', 'mobile', 'address', 'postalAddress', 'name')),
  -- A changed contact of a person with a sign-in: the first of its rows there, which says what comes back.
  contact_change_id uuid,
  -- What comes back, and what the change has made of it. Emptied once it can no longer be undone.
  before jsonb,
  after jsonb,
  -- Keyed hash of the token that undoes it.
  undo_hash bytea NOT NULL UNIQUE CHECK (octet_length(undo_hash) = 32),
  -- Security clock, like all that follow.
  made_at timestamptz NOT NULL,
  -- The person says that it was not them.
  disputed_at timestamptz,
  -- Staff have spoken with the person: details may be changed again.
  settled_at timestamptz,
  FOREIGN KEY (tenant_id, brand_id) REFERENCES brand (tenant_id, id),
  FOREIGN KEY (tenant_id, holder_id) REFERENCES holder (tenant_id, id)
);
CREATE INDEX desk_change_disputed ON desk_change (tenant_id, disputed_at)
  WHERE disputed_at IS NOT NULL AND settled_at IS NULL;
CREATE INDEX desk_change_by_person ON desk_change (tenant_id, holder_id, id);
CREATE INDEX desk_change_kept ON desk_change (tenant_id, made_at) WHERE before IS NOT NULL;
ALTER TABLE desk_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY desk_change_tenant ON desk_change USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON desk_change TO wattle_app;
GRANT UPDATE (before, after, disputed_at, settled_at) ON desk_change TO wattle_app;

-- Cardholders who signed in on a day until the end of each hour, each counted once. Sessions are deleted a day after
-- their end, so the figure of weeks is kept here. Written by due work.
CREATE TABLE sign_in_hour (
  tenant_id integer NOT NULL REFERENCES tenant,
  -- Begin of the hour. Security clock.
  hour timestamptz NOT NULL,
  people integer NOT NULL CHECK (people >= 0),
  PRIMARY KEY (tenant_id, hour)
);
ALTER TABLE sign_in_hour ENABLE ROW LEVEL SECURITY;
CREATE POLICY sign_in_hour_tenant ON sign_in_hour USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON sign_in_hour TO wattle_app;
GRANT UPDATE (people) ON sign_in_hour TO wattle_app;

-- Payments, saved payees and planned payments by the beginning of a name, in small letters, in the order of the index
-- that answers it: in the order of the collation all of them would be read and sorted before the first few are kept.
-- lower() is not leakproof, so the function reads the tenant itself.
CREATE FUNCTION payees_named(beginning text, most integer)
  RETURNS TABLE (member_account_id bigint, holder_id bigint, web_account_id bigint, card_id bigint, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  (SELECT p.member_account_id, NULL::bigint AS holder_id, NULL::bigint AS web_account_id, NULL::bigint AS card_id, p.name
     FROM payment_out p
    WHERE p.tenant_id = current_tenant() AND p.member_account_id IS NOT NULL AND NOT p.is_deposit
      AND lower(p.name) ~>=~ beginning AND lower(p.name) ~<~ (beginning || chr(1114111))
    ORDER BY lower(p.name) USING ~<~, p.transfer_id LIMIT most)
  UNION ALL
  (SELECT NULL, NULL, p.web_account_id, p.card_id, p.name
     FROM payee p
    WHERE p.tenant_id = current_tenant()
      AND lower(p.name) ~>=~ beginning AND lower(p.name) ~<~ (beginning || chr(1114111))
    ORDER BY lower(p.name) USING ~<~, p.id LIMIT most)
  UNION ALL
  (SELECT s.member_account_id, s.holder_id, NULL, NULL, coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')
     FROM schedule s
    WHERE s.tenant_id = current_tenant()
      AND lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) ~>=~ beginning
      AND lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) ~<~ (beginning || chr(1114111))
    ORDER BY lower(coalesce(s.body->>'DestinationAccountName', s.body->>'PayeeName')) USING ~<~, s.age LIMIT most);
END;
REVOKE EXECUTE ON FUNCTION payees_named FROM PUBLIC;
GRANT EXECUTE ON FUNCTION payees_named TO wattle_app;
