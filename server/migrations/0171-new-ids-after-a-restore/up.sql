-- Ids that were drawn after the restored moment are known to others: to the bank, to whoever was called, to whoever
-- has a receipt. What is made after the restore gets none of them.
CREATE OR REPLACE FUNCTION hold_instance(since timestamptz, as_of timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public
AS $$
DECLARE
  drawn text;
BEGIN
  UPDATE bank_file SET tried_at = since WHERE state = 'Made' AND tried_at IS NULL;
  INSERT INTO instance_hold (tenant_id, held_at, restored_to) SELECT id, since, as_of FROM tenant
  ON CONFLICT (tenant_id) DO UPDATE
    SET held_at = excluded.held_at, restored_to = excluded.restored_to, released_at = NULL, released_by = NULL;
  FOR drawn IN SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(drawn, nextval(drawn) + 10000000);
  END LOOP;
END
$$;
