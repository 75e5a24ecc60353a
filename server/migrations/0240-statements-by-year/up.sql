-- Statements of account lie in a part for each year, so that a year can be let go as a whole.

-- The keys of a partitioned table hold what it is partitioned by. (member_account_id, first_day) does already. An id is
-- drawn at random, so it stays unique with the day beside it.
CREATE TABLE statement_by_year (LIKE statement INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (first_day);

-- What is older than every year that has a part of its own.
CREATE TABLE statement_early (LIKE statement_by_year INCLUDING CONSTRAINTS INCLUDING STORAGE);
ALTER TABLE statement_by_year ATTACH PARTITION statement_early FOR VALUES FROM (MINVALUE) TO ('2024-01-01');
ALTER TABLE statement_early ENABLE ROW LEVEL SECURITY;
DO $$
DECLARE
  of_year integer;
BEGIN
  FOR of_year IN 2024 .. (
    SELECT greatest(extract(year FROM clock_timestamp()), extract(year FROM max(first_day)))::integer + 1 FROM statement
  ) LOOP
    EXECUTE format('CREATE TABLE statement_%s PARTITION OF statement_by_year FOR VALUES FROM (%L) TO (%L)',
      of_year, make_date(of_year, 1, 1), make_date(of_year + 1, 1, 1));
    EXECUTE format('ALTER TABLE statement_%s ENABLE ROW LEVEL SECURITY', of_year);
  END LOOP;
END
$$;

INSERT INTO statement_by_year SELECT * FROM statement;
DROP TABLE statement;
ALTER TABLE statement_by_year RENAME TO statement;
ALTER TABLE statement ADD PRIMARY KEY (id, first_day);
ALTER TABLE statement ADD UNIQUE (member_account_id, first_day);
ALTER TABLE statement ADD FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id);
CREATE INDEX statement_by_account ON statement (member_account_id, last_day);
ALTER TABLE statement ENABLE ROW LEVEL SECURITY;
CREATE POLICY statement_tenant ON statement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON statement TO wattle_app;
GRANT UPDATE (opened_at) ON statement TO wattle_app;

-- Makes the part of a year, where there is none. An empty table is attached, which stops nobody who reads or writes the
-- others; its foreign key waits for who writes accounts, and gives up at once rather than keep them waiting.
CREATE FUNCTION make_statement_part(of_year integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET lock_timeout = '100ms'
AS $$
DECLARE
  part text := 'statement_' || of_year;
BEGIN
  IF of_year NOT BETWEEN 2024 AND 2199 OR to_regclass(part) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('make_statement_part'));
  IF to_regclass(part) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE statement INCLUDING ALL)', part);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
  EXECUTE format('ALTER TABLE statement ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    part, make_date(of_year, 1, 1), make_date(of_year + 1, 1, 1));
END
$$;
REVOKE EXECUTE ON FUNCTION make_statement_part FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_statement_part TO wattle_app;

-- From where a request came goes with the audit log's line of it.
CREATE INDEX client_address_truncated ON client_address (tenant_id, at) WHERE is_truncated;
GRANT DELETE ON client_address TO wattle_app;
