-- Statements of account, how far the history of an account is on them, and what it earns.

-- A statement of account. Never changed once issued, but for opened_at: the application's role may update nothing else.
-- It has a part for each year, so that a whole year can be detached. The keys of a partitioned table hold what it is
-- partitioned by: an id is drawn at random, so it stays unique together with the day.
CREATE TABLE statement (
  id uuid NOT NULL,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- Melbourne days, both included. It is issued on the day after the last.
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  -- Its rows: those with a Sequence above after_seq and up to last_seq.
  after_seq bigint NOT NULL CHECK (after_seq >= 0),
  last_seq bigint NOT NULL CHECK (last_seq >= after_seq),
  opening bigint NOT NULL,
  closing bigint NOT NULL,
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  -- The file as it was issued, and its SHA-256.
  body bytea NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Business time.
  made_at timestamptz NOT NULL,
  opened_at timestamptz,
  PRIMARY KEY (id, first_day),
  UNIQUE (member_account_id, first_day),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
) PARTITION BY RANGE (first_day);
-- A PDF is compressed already. PostgreSQL 15 takes this in no CREATE TABLE.
ALTER TABLE statement ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX statement_by_account ON statement (member_account_id, last_day);
ALTER TABLE statement ENABLE ROW LEVEL SECURITY;
CREATE POLICY statement_tenant ON statement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON statement TO wattle_app;
GRANT UPDATE (opened_at) ON statement TO wattle_app;

-- Rows older than every year that has a separate part.
CREATE TABLE statement_early PARTITION OF statement FOR VALUES FROM (MINVALUE) TO ('2024-01-01');
ALTER TABLE statement_early ENABLE ROW LEVEL SECURITY;

-- Creates the part of a year, if it is missing. An empty table is attached, which blocks no one who reads or writes the
-- others. Its foreign key waits for writers of accounts, and gives up straight away rather than keep them waiting.
CREATE FUNCTION make_statement_part(of_year integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms'
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

SELECT make_statement_part(of_year)
  FROM generate_series(2024, extract(year FROM clock_timestamp())::integer + 1) AS of_year;

-- Where the next statement of an account begins. It moves over periods without a statement too.
CREATE TABLE statement_mark (
  member_account_id bigint PRIMARY KEY,
  tenant_id integer NOT NULL,
  -- Last day that is settled.
  last_day date NOT NULL,
  last_seq bigint NOT NULL CHECK (last_seq >= 0),
  closing bigint NOT NULL,
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
ALTER TABLE statement_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY statement_mark_tenant ON statement_mark USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON statement_mark TO wattle_app;
GRANT UPDATE (last_day, last_seq, closing) ON statement_mark TO wattle_app;

-- What an account earns from a day on: the newest row before a day counts. Without a row it earns nothing.
CREATE TABLE interest_terms (
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  begins_on date NOT NULL,
  -- Null: no card of it pays interest.
  product_id integer,
  -- 310 for 3.10% a year, on at most up_to cents.
  basis_points integer NOT NULL CHECK (basis_points >= 0),
  up_to bigint NOT NULL CHECK (up_to >= 0),
  PRIMARY KEY (tenant_id, member_account_id, begins_on),
  CHECK ((product_id IS NULL) = (basis_points = 0)),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES product (tenant_id, id)
);
ALTER TABLE interest_terms ENABLE ROW LEVEL SECURITY;
CREATE POLICY interest_terms_tenant ON interest_terms USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON interest_terms TO wattle_app;

-- The first day of which the terms of a programme are known. Days before it count as that day.
CREATE TABLE interest_terms_since (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  day date NOT NULL
);
ALTER TABLE interest_terms_since ENABLE ROW LEVEL SECURITY;
CREATE POLICY interest_terms_since_tenant ON interest_terms_since USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, UPDATE ON interest_terms_since TO wattle_app;
