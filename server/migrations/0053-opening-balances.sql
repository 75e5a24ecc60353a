-- Money that good rows of a file of people would be given, and of each row.
ALTER TABLE people_file ADD COLUMN opening_cents bigint NOT NULL DEFAULT 0 CHECK (opening_cents >= 0);
GRANT UPDATE (opening_cents) ON people_file TO wattle_app;
ALTER TABLE people_file_row ADD COLUMN opening_cents bigint NOT NULL DEFAULT 0 CHECK (opening_cents >= 0);
GRANT UPDATE (opening_cents) ON people_file_row TO wattle_app;
