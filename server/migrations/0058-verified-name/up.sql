-- The name that a signed-in holder gives for a verification, as their document has it. It becomes the holder's name
-- with the verdict and is removed then.
ALTER TABLE kyc_case ADD COLUMN name_cipher bytea;
ALTER TABLE kyc_case ADD COLUMN name_key_version smallint;
GRANT UPDATE (name_cipher, name_key_version) ON kyc_case TO wattle_app;
GRANT UPDATE (first_name, middle_name, surname) ON holder TO wattle_app;
