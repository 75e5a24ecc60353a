-- A destination has one key however its number was typed: without spaces and hyphens, in capitals, without leading
-- zeros. What is stored under the former keys gets the new ones, so blocks, histories and sums go on. A key that holds
-- a hash stays as it is: whoever paid such a number with leading zeros proves it once more. A server of the release
-- before writes former keys meanwhile, which are only found as they were typed.
CREATE FUNCTION pg_temp.destination_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(parts[1], '^bpay:0+(?=[^:])', 'bpay:')
         || regexp_replace(upper(regexp_replace(parts[2], '[\s-]', '', 'g')), '^0+(?=.)', '')
    FROM regexp_match(typed, '^(.*:)([^:#]+)$') AS parts
$$;

UPDATE paid_destination SET destination = pg_temp.destination_key(destination)
 WHERE destination <> pg_temp.destination_key(destination);

-- One block of a payer for each payee: the first one stays.
DELETE FROM blocked_payee b USING blocked_payee first
 WHERE first.tenant_id = b.tenant_id
   AND (first.holder_id = b.holder_id OR first.card_id = b.card_id)
   AND pg_temp.destination_key(first.destination) = pg_temp.destination_key(b.destination)
   AND (first.blocked_at, first.id) < (b.blocked_at, b.id);
UPDATE blocked_payee SET destination = pg_temp.destination_key(destination)
 WHERE destination <> pg_temp.destination_key(destination);

UPDATE scam_report SET destination = pg_temp.destination_key(destination)
 WHERE destination <> pg_temp.destination_key(destination);

WITH former AS (
  DELETE FROM payment_count
   WHERE counter LIKE 'unproved:%' AND counter <> 'unproved:' || pg_temp.destination_key(substr(counter, 10))
  RETURNING member_account_id, since, tenant_id, cents,
            'unproved:' || pg_temp.destination_key(substr(counter, 10)) AS counter)
INSERT INTO payment_count (member_account_id, since, tenant_id, cents, counter)
SELECT member_account_id, since, tenant_id, sum(cents), counter FROM former GROUP BY 1, 2, 3, 5
ON CONFLICT (member_account_id, since, counter) DO UPDATE SET cents = payment_count.cents + excluded.cents;

DROP FUNCTION pg_temp.destination_key(text);
