-- Rows that say nothing any more go: marks of card money that may leave, and reversals whose purchase never came.

GRANT DELETE ON card_money_mark TO wattle_app;

-- Deletes reversals of before a moment, so many at most, and answers how many.
CREATE FUNCTION tidy_early_reversals(before timestamptz, most integer) RETURNS integer
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM early_reversal WHERE reference IN (SELECT r.reference FROM early_reversal r WHERE r.at < before LIMIT most)
    RETURNING 1)
  SELECT count(*)::integer FROM gone;
END;
REVOKE EXECUTE ON FUNCTION tidy_early_reversals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tidy_early_reversals TO wattle_app;
