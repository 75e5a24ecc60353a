-- The transaction that a complaint is about, by its place in its account: the ledger's entry has no key that can be
-- referred to. Both null: none was chosen.
ALTER TABLE complaint
  ADD COLUMN ledger_account_id bigint,
  ADD COLUMN seq bigint CHECK (seq > 0),
  ADD CONSTRAINT complaint_transaction CHECK ((ledger_account_id IS NULL) = (seq IS NULL));

-- People without an account are found by what they gave.
CREATE INDEX complaint_by_name ON complaint (tenant_id, lower(name) text_pattern_ops) WHERE holder_id IS NULL;
CREATE INDEX complaint_by_surname ON complaint (tenant_id, lower(substring(name FROM '\S+$')) text_pattern_ops)
  WHERE holder_id IS NULL;
CREATE INDEX complaint_by_contact ON complaint (tenant_id, lower(contact)) WHERE holder_id IS NULL;

-- Complaints of people without an account, the newest first: by beginnings of their names in small letters, or by a
-- contact. It reads the tenant itself, because lower() is not leakproof, and row-level security would keep the indexes
-- from being used.
CREATE FUNCTION complaints_of_visitors(one text, other text, contacts text[], most integer)
  RETURNS TABLE (id uuid, opened_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT found.id, found.opened_at FROM (
    SELECT c.id, c.name, c.opened_at FROM complaint c
     WHERE c.tenant_id = current_tenant() AND c.holder_id IS NULL
       AND lower(c.name) ~>=~ one AND lower(c.name) ~<~ (one || chr(1114111))
    UNION
    SELECT c.id, c.name, c.opened_at FROM complaint c
     WHERE c.tenant_id = current_tenant() AND c.holder_id IS NULL
       AND lower(substring(c.name FROM '\S+$')) ~>=~ one AND lower(substring(c.name FROM '\S+$')) ~<~ (one || chr(1114111))
    UNION
    SELECT c.id, '', c.opened_at FROM complaint c
     WHERE c.tenant_id = current_tenant() AND c.holder_id IS NULL AND lower(c.contact) = ANY (contacts)
  ) found
   WHERE other IS NULL OR strpos(' ' || lower(found.name), ' ' || other) > 0
   ORDER BY found.opened_at DESC, found.id LIMIT most;
END;
REVOKE EXECUTE ON FUNCTION complaints_of_visitors FROM PUBLIC;
GRANT EXECUTE ON FUNCTION complaints_of_visitors TO wattle_app;
