-- The mode of an instance is written when its database is made, by who owns the tables, and stays. Databases that were
-- started have theirs; one that was never started gets it at the next migration.

ALTER TABLE instance_identity
  DROP CONSTRAINT instance_identity_mode_check,
  ADD CONSTRAINT instance_identity_mode_check CHECK (mode IN ('sandbox', 'staging', 'production'));

-- Whether who runs the statement may do what the owner of the tables may: the owner, its members, a superuser.
CREATE FUNCTION owns_tables() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT pg_has_role(current_user, c.relowner, 'MEMBER') FROM pg_class c WHERE c.oid = 'instance_identity'::regclass;
END;

-- A second row is passed over: servers of the release before insert one at each start, and ask what is there.
CREATE FUNCTION keep_mode() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'the mode of an instance is never changed' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  IF EXISTS (SELECT FROM instance_identity) THEN
    RETURN NULL;
  END IF;
  IF NOT owns_tables() THEN
    RAISE EXCEPTION 'the mode of an instance is written by the owner of its tables' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_mode BEFORE INSERT OR UPDATE OR DELETE ON instance_identity
  FOR EACH ROW EXECUTE FUNCTION keep_mode();
CREATE TRIGGER keep_mode_whole BEFORE TRUNCATE ON instance_identity
  FOR EACH STATEMENT EXECUTE FUNCTION keep_mode();

-- The clock of production is never moved, and that of staging by the owner of the tables alone.
CREATE FUNCTION guard_clock() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  its_mode text := (SELECT mode FROM instance_identity);
BEGIN
  IF its_mode = 'production' THEN
    RAISE EXCEPTION 'the clock of production does not move' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  IF its_mode = 'staging' AND NOT owns_tables() THEN
    RAISE EXCEPTION 'the clock of staging is moved by the owner of the tables' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard_clock BEFORE UPDATE ON business_clock FOR EACH ROW EXECUTE FUNCTION guard_clock();
