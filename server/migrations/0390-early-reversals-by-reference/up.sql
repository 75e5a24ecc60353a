-- A reversal that came before its authorisation, by its own reference: a repeat gets the answer of the first, also when
-- the authorisation has come meanwhile.
CREATE FUNCTION early_reversal_of(asked text) RETURNS TABLE (original text, keep bigint, approval_code text)
  LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT r.original, r.keep, r.approval_code FROM early_reversal r WHERE r.reference = asked;
END;
REVOKE EXECUTE ON FUNCTION early_reversal_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION early_reversal_of TO wattle_app;
