-- References of bills that may be tax file numbers, which due work seals as it seals card numbers. A server of the
-- release before opens what is sealed; the keys that it writes meanwhile hold such a reference in clear until then.

-- Whether a text is 8 or 9 digits that pass the check of tax file numbers. As contract/src/rules/tax-file-number.ts says.
CREATE FUNCTION is_tax_file_number(words text) RETURNS boolean
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(
    (SELECT sum(weight * substr(words, place::integer, 1)::integer) % 11 = 0
       FROM unnest(CASE length(words) WHEN 9 THEN ARRAY[10, 7, 8, 4, 6, 3, 5, 2, 1] ELSE ARRAY[10, 7, 8, 4, 6, 3, 5, 1] END)
            WITH ORDINALITY AS of_digit (weight, place)
      WHERE words ~ '^[0-9]{8,9}$' AND words !~ '^0+$'),
    false)
$$;

-- The reference in the key of a biller's destination, bpay:23796:87348538.
CREATE FUNCTION bill_reference(destination text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$ SELECT substring(destination FROM 'bpay:[^:]*:([^:#]+)$') $$;

CREATE INDEX payee_tax_number_in_clear ON payee (tenant_id) WHERE type = 1 AND is_tax_file_number(account_number);
CREATE INDEX payment_out_tax_number_in_clear ON payment_out (tenant_id)
  WHERE method = 'bpay' AND is_tax_file_number(account_number);
CREATE INDEX bank_answer_line_tax_number_in_clear ON bank_answer_line (tenant_id)
  WHERE kind IN ('paid', 'unpaid') AND is_tax_file_number(account_number);
CREATE INDEX bank_has_line_tax_number_in_clear ON bank_has_line (tenant_id)
  WHERE method = 'bpay' AND is_tax_file_number(account_number);
CREATE INDEX schedule_tax_number_in_clear ON schedule (tenant_id) WHERE is_tax_file_number(body->>'customerReference');
CREATE INDEX schedule_tax_key_in_clear ON schedule (tenant_id) WHERE is_tax_file_number(bill_reference(destination));
CREATE INDEX paid_destination_tax_number_in_clear ON paid_destination (tenant_id)
  WHERE is_tax_file_number(bill_reference(destination));
CREATE INDEX blocked_payee_tax_number_in_clear ON blocked_payee (tenant_id)
  WHERE is_tax_file_number(bill_reference(destination));
CREATE INDEX scam_report_tax_number_in_clear ON scam_report (tenant_id)
  WHERE is_tax_file_number(bill_reference(destination));
CREATE INDEX payment_count_tax_number_in_clear ON payment_count (tenant_id)
  WHERE is_tax_file_number(bill_reference(counter));

GRANT UPDATE (destination, account_number) ON blocked_payee TO wattle_app;
GRANT UPDATE (destination) ON scam_report TO wattle_app;
GRANT UPDATE (destination) ON schedule TO wattle_app;
