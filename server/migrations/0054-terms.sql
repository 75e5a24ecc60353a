-- Bytes of files of the bank are kept as long as records of money: 7 years. Digest, count and sum stay, and with them
-- what was paid and by which file.
ALTER TABLE bank_file ALTER COLUMN content_cipher DROP NOT NULL, ALTER COLUMN content_key_version DROP NOT NULL,
  ADD CONSTRAINT bank_file_content CHECK ((content_cipher IS NULL) = (content_key_version IS NULL)
    AND (content_cipher IS NOT NULL OR state NOT IN ('Made', 'Sent')));
ALTER TABLE bank_answer ALTER COLUMN content_cipher DROP NOT NULL, ALTER COLUMN content_key_version DROP NOT NULL,
  ADD CONSTRAINT bank_answer_content CHECK ((content_cipher IS NULL) = (content_key_version IS NULL)
    AND (content_cipher IS NOT NULL OR state <> 'Waiting'));
CREATE INDEX bank_file_with_content ON bank_file (tenant_id, made_at) WHERE content_cipher IS NOT NULL;
CREATE INDEX bank_answer_with_content ON bank_answer (tenant_id, read_at) WHERE content_cipher IS NOT NULL;

-- Erases the bytes of files of before a moment, which is more than six years ago. Answers how many.
CREATE FUNCTION forget_old_bank_files(before timestamptz, most integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  WITH made AS (
    UPDATE bank_file SET content_cipher = NULL, content_key_version = NULL
     WHERE tenant_id = current_tenant() AND id IN (
       SELECT f.id FROM bank_file f
        WHERE f.tenant_id = current_tenant() AND f.content_cipher IS NOT NULL AND f.state NOT IN ('Made', 'Sent')
          AND f.made_at < before AND before < clock_timestamp() - interval '6 years'
        ORDER BY f.made_at LIMIT most)
    RETURNING 1),
  answered AS (
    UPDATE bank_answer SET content_cipher = NULL, content_key_version = NULL
     WHERE tenant_id = current_tenant() AND id IN (
       SELECT a.id FROM bank_answer a
        WHERE a.tenant_id = current_tenant() AND a.content_cipher IS NOT NULL AND a.state <> 'Waiting'
          AND a.read_at < before AND before < clock_timestamp() - interval '6 years'
        ORDER BY a.read_at LIMIT most)
    RETURNING 1)
  SELECT greatest((SELECT count(*) FROM made), (SELECT count(*) FROM answered))::integer;
END;
REVOKE EXECUTE ON FUNCTION forget_old_bank_files FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_bank_files TO wattle_app;

-- Number of the newest version that was ever made, so that a number is not given twice after drafts were deleted.
ALTER TABLE brand ADD COLUMN last_version integer NOT NULL DEFAULT 0 CHECK (last_version >= 0);

-- Deletes versions that were never published and were made before a moment, which is more than 89 days ago, and the files
-- that no other version has. Answers how many versions.
CREATE FUNCTION forget_old_drafts(before timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own integer;
  gone integer;
  gone_of_all integer := 0;
BEGIN
  IF before >= clock_timestamp() - interval '89 days' THEN
    RETURN 0;
  END IF;
  FOR own IN
    SELECT DISTINCT v.brand_id FROM brand_version v
     WHERE v.tenant_id = current_tenant() AND v.published_at IS NULL AND v.made_at < before ORDER BY 1
  LOOP
    -- Drafts are saved under the lock of this row, so no file is deleted that a new one has.
    UPDATE brand b
       SET last_version = greatest(b.last_version, (SELECT max(v.version) FROM brand_version v
                                                     WHERE v.tenant_id = b.tenant_id AND v.brand_id = b.id))
     WHERE b.tenant_id = current_tenant() AND b.id = own;
    DELETE FROM brand_version v
     WHERE v.tenant_id = current_tenant() AND v.brand_id = own AND v.published_at IS NULL AND v.made_at < before;
    GET DIAGNOSTICS gone = ROW_COUNT;
    gone_of_all := gone_of_all + gone;
    DELETE FROM brand_file f
     WHERE f.tenant_id = current_tenant() AND f.brand_id = own
       AND NOT EXISTS (SELECT FROM brand_version v CROSS JOIN LATERAL jsonb_each_text(v.files) AS one (path, hash)
                        WHERE v.tenant_id = f.tenant_id AND v.brand_id = f.brand_id AND one.hash = f.sha256);
  END LOOP;
  RETURN gone_of_all;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_drafts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_drafts TO wattle_app;
