-- Texts that people type are sealed where they hold a card number, as ^hash^version^cipher
-- (platform/typed-card-numbers.ts). Due work finds by these functions and indexes what was kept in clear.

-- Whether a text holds 13 to 19 digits, in groups or not, that pass Luhn. As contract/src/rules/card-numbers.ts says.
CREATE FUNCTION holds_card_number(words text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  run text;
  parts text[];
  digits text;
  total integer;
  digit integer;
BEGIN
  IF words !~ '[0-9]([ -]?[0-9]){12}' THEN RETURN false; END IF;
  FOR run IN SELECT m[1] FROM regexp_matches(words, '([0-9](?:[ -]?[0-9])*)', 'g') AS m LOOP
    parts := regexp_split_to_array(run, '[ -]');
    FOR start_at IN 1 .. cardinality(parts) LOOP
      digits := '';
      FOR end_at IN start_at .. cardinality(parts) LOOP
        digits := digits || parts[end_at];
        EXIT WHEN length(digits) > 19;
        CONTINUE WHEN length(digits) < 13;
        total := 0;
        FOR place IN 0 .. length(digits) - 1 LOOP
          digit := substr(digits, length(digits) - place, 1)::integer * (1 + place % 2);
          total := total + digit / 10 + digit % 10;
        END LOOP;
        IF total % 10 = 0 THEN RETURN true; END IF;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN false;
END
$$;

-- The version of the key that a text is sealed with; null: it is not sealed.
CREATE FUNCTION typed_key_version(words text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$ SELECT substring(words FROM '\^[A-Za-z0-9_-]{43}\^([0-9]+)\^')::integer $$;

CREATE INDEX payee_in_clear ON payee (tenant_id) WHERE holds_card_number(account_number);
CREATE INDEX payment_out_in_clear ON payment_out (tenant_id)
  WHERE holds_card_number(account_number) OR holds_card_number(name) OR holds_card_number(reference);
CREATE INDEX schedule_in_clear ON schedule (tenant_id) WHERE holds_card_number(body::text);
CREATE INDEX bank_answer_line_in_clear ON bank_answer_line (tenant_id)
  WHERE holds_card_number(account_number) OR holds_card_number(reference) OR holds_card_number(remitter);
CREATE INDEX bank_has_line_in_clear ON bank_has_line (tenant_id)
  WHERE holds_card_number(account_number) OR holds_card_number(reference);
CREATE INDEX paid_destination_in_clear ON paid_destination (tenant_id) WHERE holds_card_number(destination);
CREATE INDEX payment_count_in_clear ON payment_count (tenant_id) WHERE holds_card_number(counter);

CREATE INDEX payee_typed_key ON payee (typed_key_version(account_number)) WHERE account_number LIKE '^%';
CREATE INDEX payment_out_typed_key ON payment_out (typed_key_version(account_number || name || reference))
  WHERE account_number LIKE '^%' OR name LIKE '^%' OR reference LIKE '^%';
CREATE INDEX schedule_typed_key ON schedule (typed_key_version(body::text)) WHERE body::text LIKE '%"^%';
CREATE INDEX bank_answer_line_typed_key ON bank_answer_line (typed_key_version(account_number || reference || coalesce(remitter, '')))
  WHERE account_number LIKE '^%' OR reference LIKE '^%' OR remitter LIKE '^%';
CREATE INDEX bank_has_line_typed_key ON bank_has_line (typed_key_version(account_number || reference))
  WHERE account_number LIKE '^%' OR reference LIKE '^%';

GRANT UPDATE (account_number, name, reference) ON payment_out TO wattle_app;
GRANT UPDATE (body) ON schedule TO wattle_app;
GRANT UPDATE (account_number, reference, remitter) ON bank_answer_line TO wattle_app;
GRANT UPDATE (account_number, reference) ON bank_has_line TO wattle_app;
GRANT UPDATE (destination) ON paid_destination TO wattle_app;
GRANT DELETE ON payment_count TO wattle_app;

-- As in 0275, with texts that were typed.
CREATE OR REPLACE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT CASE key_name
    WHEN 'pan' THEN EXISTS (SELECT 1 FROM card WHERE pan_key_version = key_version)
      OR EXISTS (SELECT 1 FROM holder WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM outbox_message WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM activation WHERE tfn_key_version = key_version)
      OR EXISTS (SELECT 1 FROM kyc_case WHERE user_token_key_version = key_version OR name_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_file WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer WHERE content_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_order WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM store_item WHERE code_key_version = key_version)
      OR EXISTS (SELECT 1 FROM payee
                  WHERE account_number LIKE '^%' AND typed_key_version(account_number) = key_version)
      OR EXISTS (SELECT 1 FROM payment_out
                  WHERE (account_number LIKE '^%' OR name LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || name || reference) = key_version)
      OR EXISTS (SELECT 1 FROM schedule
                  WHERE body::text LIKE '%"^%' AND typed_key_version(body::text) = key_version)
      OR EXISTS (SELECT 1 FROM bank_answer_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%' OR remitter LIKE '^%')
                    AND typed_key_version(account_number || reference || coalesce(remitter, '')) = key_version)
      OR EXISTS (SELECT 1 FROM bank_has_line
                  WHERE (account_number LIKE '^%' OR reference LIKE '^%')
                    AND typed_key_version(account_number || reference) = key_version)
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;

-- Words of rows and notes are masked for good: nobody needs them whole.
CREATE FUNCTION pg_temp.mask_card_numbers(words text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  run text;
  masked text;
  shown integer;
  total integer;
BEGIN
  -- A run of groups that is no number as a whole is masked as well: it holds one.
  FOR run IN SELECT m[1] FROM regexp_matches(words, '([0-9](?:[ -]?[0-9])*)', 'g') AS m LOOP
    CONTINUE WHEN NOT holds_card_number(run);
    masked := '';
    shown := 0;
    total := length(regexp_replace(run, '[^0-9]', '', 'g'));
    FOR place IN 1 .. length(run) LOOP
      IF substr(run, place, 1) !~ '[0-9]' THEN
        masked := masked || substr(run, place, 1);
        CONTINUE;
      END IF;
      shown := shown + 1;
      masked := masked || CASE WHEN shown <= 6 OR shown > total - 4 THEN substr(run, place, 1) ELSE '*' END;
    END LOOP;
    words := replace(words, run, masked);
  END LOOP;
  RETURN words;
END
$$;
UPDATE transaction_detail
   SET description = pg_temp.mask_card_numbers(description), counterparty = pg_temp.mask_card_numbers(counterparty),
       raw_description = pg_temp.mask_card_numbers(raw_description)
 WHERE holds_card_number(description) OR holds_card_number(counterparty) OR holds_card_number(raw_description);
UPDATE transaction_note SET words = pg_temp.mask_card_numbers(words) WHERE holds_card_number(words);
UPDATE payee SET name = pg_temp.mask_card_numbers(name) WHERE holds_card_number(name);
DROP FUNCTION pg_temp.mask_card_numbers(text);
