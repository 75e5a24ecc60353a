-- A login that has taken an activation is its person: what somebody else had entered for the card goes, with the
-- verdict about them. A server of the release before writes such rows on; they are read without what was entered.
UPDATE activation
   SET kyc = 'open', consented_at = NULL, access = NULL, password_hash = NULL, security_answer_hash = NULL,
       entity = NULL, maiden_name_hash = NULL, marketing_product = false, marketing_cfs = false, tfn_cipher = NULL,
       tfn_key_version = NULL, tax_exemption = NULL, is_tax_file_put_off = false
 WHERE web_account_id IS NOT NULL AND activated_at IS NULL;

-- The tries of a holder count over all accounts.
CREATE INDEX kyc_case_by_holder ON kyc_case (holder_id, started_at) WHERE holder_id IS NOT NULL;
