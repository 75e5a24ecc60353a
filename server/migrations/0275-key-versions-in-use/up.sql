-- As in 0020, with every other column that is sealed with the data key.
CREATE OR REPLACE FUNCTION key_version_is_used(key_name text, key_version integer) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
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
    WHEN 'panIndex' THEN EXISTS (SELECT 1 FROM card WHERE pan_hash_key_version = key_version)
    ELSE true
  END
$$;
