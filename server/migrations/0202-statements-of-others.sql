-- Statements of the bank, the card scheme and the payment gateway, each beside its account in the books. Old databases
-- begin with the first statement that is read. A server of the release before reads none and writes nothing here.

-- A statement that was read once.
CREATE TABLE book_statement (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id integer NOT NULL REFERENCES tenant,
  account text NOT NULL CHECK (account IN ('bank', 'schemeSettlement', 'gateway')),
  name text NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Why it is not believed; null: it was taken.
  refused text,
  -- Of its lines.
  first_day date,
  last_day date,
  -- Signed cents, as the other side sees our account; null: it says none.
  opening bigint,
  closing bigint,
  -- Business clock.
  read_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, account, digest)
);
CREATE INDEX book_statement_named ON book_statement (tenant_id, account, name);
ALTER TABLE book_statement ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_statement_tenant ON book_statement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_statement TO wattle_app;

CREATE TABLE book_statement_line (
  tenant_id integer NOT NULL,
  statement_id bigint NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  account text NOT NULL,
  day date NOT NULL,
  -- Signed: above zero is money for us.
  cents bigint NOT NULL CHECK (cents <> 0),
  reference text NOT NULL,
  words text NOT NULL,
  -- It is known in the books, or taken back by another line.
  is_matched boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, statement_id, line),
  FOREIGN KEY (tenant_id, statement_id) REFERENCES book_statement (tenant_id, id)
);
CREATE INDEX book_statement_line_open ON book_statement_line (tenant_id, account, day) WHERE NOT is_matched;
ALTER TABLE book_statement_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_statement_line_tenant ON book_statement_line USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_statement_line TO wattle_app;
GRANT UPDATE (is_matched) ON book_statement_line TO wattle_app;

-- The entry of the books that a line is. A line may be several, such as the total of a file.
CREATE TABLE book_match (
  tenant_id integer NOT NULL,
  account text NOT NULL,
  transfer_id bigint NOT NULL,
  statement_id bigint NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (tenant_id, account, transfer_id),
  FOREIGN KEY (tenant_id, statement_id, line) REFERENCES book_statement_line (tenant_id, statement_id, line)
);
ALTER TABLE book_match ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_match_tenant ON book_match USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_match TO wattle_app;

-- From which entry on an account of the books is compared: up to here all are matched, or older than its first
-- statement.
CREATE TABLE book_compared (
  tenant_id integer NOT NULL REFERENCES tenant,
  account text NOT NULL,
  up_to_seq bigint NOT NULL CHECK (up_to_seq >= 0),
  PRIMARY KEY (tenant_id, account)
);
ALTER TABLE book_compared ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_compared_tenant ON book_compared USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_compared TO wattle_app;
GRANT UPDATE (up_to_seq) ON book_compared TO wattle_app;
