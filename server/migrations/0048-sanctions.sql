-- Names of people, of whom they pay and of whom orders are for, compared with a list of sanctions.

-- A list that a programme loaded. One is current; of former ones this line stays.
CREATE TABLE sanction_list (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  source text NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  -- Likeness from which a name is a hit, in hundredths.
  threshold smallint NOT NULL CHECK (threshold BETWEEN 70 AND 100),
  loaded_by text NOT NULL,
  -- Business time.
  loaded_at timestamptz NOT NULL,
  is_current boolean NOT NULL DEFAULT true,
  UNIQUE (tenant_id, id)
);
CREATE UNIQUE INDEX sanction_list_current ON sanction_list (tenant_id) WHERE is_current;
ALTER TABLE sanction_list ENABLE ROW LEVEL SECURITY;
CREATE POLICY sanction_list_tenant ON sanction_list USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE (is_current) ON sanction_list TO wattle_app;

-- A name of the current list with its other names.
CREATE TABLE sanction_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  list_id bigint NOT NULL,
  -- As the list numbers it.
  reference text NOT NULL,
  names text[] NOT NULL,
  birth_years smallint[] NOT NULL,
  -- By which names that may be alike find it.
  keys text[] NOT NULL,
  FOREIGN KEY (tenant_id, list_id) REFERENCES sanction_list (tenant_id, id),
  UNIQUE (list_id, reference)
);
CREATE INDEX sanction_entry_keys ON sanction_entry USING gin (keys);
ALTER TABLE sanction_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY sanction_entry_tenant ON sanction_entry USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON sanction_entry TO wattle_app;

-- Whose name has to be compared: a person (holder), a payment to another bank (transfer), a card of an order (item).
CREATE TABLE sanction_due (
  tenant_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('person', 'payment', 'order')),
  object_id bigint NOT NULL,
  PRIMARY KEY (tenant_id, kind, object_id)
);
ALTER TABLE sanction_due ENABLE ROW LEVEL SECURITY;
CREATE POLICY sanction_due_tenant ON sanction_due USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON sanction_due TO wattle_app;

-- A name that is like one of the list. A cleared one is kept, so that the same two names are not a hit twice.
CREATE TABLE sanction_hit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('person', 'payment', 'order')),
  object_id bigint NOT NULL,
  name text NOT NULL,
  reference text NOT NULL,
  listed_name text NOT NULL,
  -- In hundredths.
  likeness smallint NOT NULL CHECK (likeness BETWEEN 0 AND 100),
  threshold smallint NOT NULL,
  source text NOT NULL,
  state text NOT NULL DEFAULT 'Open' CHECK (state IN ('Open', 'Cleared', 'Confirmed')),
  -- Business time.
  found_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  UNIQUE (tenant_id, kind, object_id, reference, name, listed_name),
  CHECK ((state = 'Open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL))
);
CREATE INDEX sanction_hit_in_force ON sanction_hit (tenant_id, kind, object_id) WHERE state <> 'Cleared';
CREATE INDEX sanction_hit_open ON sanction_hit (tenant_id, found_at, id) WHERE state = 'Open';
CREATE INDEX sanction_hit_decided ON sanction_hit (tenant_id, decided_at, id) WHERE state <> 'Open';
ALTER TABLE sanction_hit ENABLE ROW LEVEL SECURITY;
CREATE POLICY sanction_hit_tenant ON sanction_hit USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON sanction_hit TO wattle_app;
GRANT UPDATE (state, decided_at, decided_by) ON sanction_hit TO wattle_app;

-- No place that makes or renames a person, or orders a card, can forget to have it compared. A programme without a list writes nothing.
CREATE FUNCTION note_sanction_due(tenant integer, what text, object bigint) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp
BEGIN ATOMIC
  INSERT INTO sanction_due (tenant_id, kind, object_id)
  SELECT tenant, what, object
   WHERE EXISTS (SELECT FROM sanction_list l WHERE l.tenant_id = tenant AND l.is_current)
  ON CONFLICT DO NOTHING;
END;

CREATE FUNCTION note_person_to_compare() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_sanction_due(NEW.tenant_id, 'person', NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER holder_to_compare AFTER INSERT ON holder FOR EACH ROW EXECUTE FUNCTION note_person_to_compare();
CREATE TRIGGER holder_renamed_to_compare AFTER UPDATE OF first_name, middle_name, surname, date_of_birth ON holder
  FOR EACH ROW WHEN ((NEW.first_name, NEW.middle_name, NEW.surname, NEW.date_of_birth)
    IS DISTINCT FROM (OLD.first_name, OLD.middle_name, OLD.surname, OLD.date_of_birth))
  EXECUTE FUNCTION note_person_to_compare();

CREATE FUNCTION note_item_to_compare() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_sanction_due(NEW.tenant_id, 'order', NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER store_item_to_compare AFTER INSERT ON store_item
  FOR EACH ROW WHEN (NEW.recipient_name IS NOT NULL OR NEW.delivery IS NOT NULL)
  EXECUTE FUNCTION note_item_to_compare();

-- Whether a payment waits: its name has not been compared, or is like one of the list.
CREATE FUNCTION waits_for_sanctions(tenant integer, payment bigint) RETURNS boolean
  LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT EXISTS (SELECT FROM sanction_due d WHERE d.tenant_id = tenant AND d.kind = 'payment' AND d.object_id = payment)
      OR EXISTS (SELECT FROM sanction_hit h WHERE h.tenant_id = tenant AND h.kind = 'payment' AND h.object_id = payment
                    AND h.state <> 'Cleared');
END;

-- Whether the money of an account stays: its owner, or the person whom it was bought for, is like a name of the list.
CREATE FUNCTION is_frozen_account(tenant integer, account bigint) RETURNS boolean
  LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT EXISTS (SELECT FROM member_account a JOIN sanction_hit h ON h.tenant_id = a.tenant_id
                    AND h.kind = 'person' AND h.object_id = a.primary_holder_id AND h.state <> 'Cleared'
                  WHERE a.tenant_id = tenant AND a.id = account)
      OR EXISTS (SELECT FROM store_item i JOIN sanction_hit h ON h.tenant_id = i.tenant_id
                    AND h.kind = 'order' AND h.object_id = i.id AND h.state <> 'Cleared'
                  WHERE i.tenant_id = tenant AND i.member_account_id = account);
END;

-- Whether a card buys nothing: its account is frozen, or the person who has it is like a name of the list.
CREATE FUNCTION is_frozen_card(tenant integer, account bigint, holder bigint) RETURNS boolean
  LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT is_frozen_account(tenant, account)
      OR EXISTS (SELECT FROM sanction_hit h WHERE h.tenant_id = tenant AND h.kind = 'person' AND h.object_id = holder
                    AND h.state <> 'Cleared');
END;
REVOKE EXECUTE ON FUNCTION waits_for_sanctions, is_frozen_account, is_frozen_card FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waits_for_sanctions, is_frozen_account, is_frozen_card TO wattle_app;

-- Names that are like one of the list wait for people too; business time.
CREATE OR REPLACE FUNCTION waiting_for_people()
  RETURNS TABLE (what text, waiting bigint, since timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT 'approvals', count(*), min(r.asked_at)
    FROM desk_request r
   WHERE r.state = 'Requested' AND r.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'suspense', count(*), min(l.done_at)
    FROM bank_answer_line l
   WHERE l.state = 'Suspense' AND l.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'differences', count(*), min(l.day::timestamptz)
    FROM book_statement_line l
   WHERE NOT l.is_matched AND l.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'payments', count(*), min(p.made_at)
    FROM gateway_payment p
   WHERE p.state = 'Unknown' AND p.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   UNION ALL
  SELECT 'sanctions', count(*), min(h.found_at)
    FROM sanction_hit h
   WHERE h.state = 'Open' AND h.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a);
END;
