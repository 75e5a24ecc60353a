-- Identity of this database. Written at the first start; a later start with another mode or another key is
-- refused, so that a sandbox never writes its demo into a production database.
CREATE TABLE instance_identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  instance_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('sandbox', 'production'))
);
GRANT SELECT, INSERT ON instance_identity TO wattle_app;

-- A check value of each version of each key that the database was used with. It proves a key and reveals
-- nothing of it.
CREATE TABLE instance_key (
  name text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  check_value bytea NOT NULL CHECK (length(check_value) = 8),
  PRIMARY KEY (name, version)
);
GRANT SELECT, INSERT ON instance_key TO wattle_app;

-- Cards that are stored under an older version of a key are found without reading the others.
CREATE INDEX card_pan_key_version ON card (tenant_id, pan_key_version);
CREATE INDEX card_pan_hash_key_version ON card (tenant_id, pan_hash_key_version);

-- Whether rows need a version of a key. It reads the rows of every tenant and answers only yes or no.
CREATE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS $$
  SELECT CASE key_name
    WHEN 'pan' THEN EXISTS (SELECT 1 FROM card WHERE pan_key_version = key_version)
      OR EXISTS (SELECT 1 FROM holder WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM outbox_message WHERE content_key_version = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
REVOKE ALL ON FUNCTION key_version_is_used(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION key_version_is_used(text, integer) TO wattle_app;
