-- A function that runs as its owner finds names in public alone. Without pg_temp at the end of its path PostgreSQL
-- looks there first, and a table that a caller made for a moment would stand in for one of ours.
DO $$
DECLARE
  found regprocedure;
BEGIN
  FOR found IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', found);
  END LOOP;
END
$$;
