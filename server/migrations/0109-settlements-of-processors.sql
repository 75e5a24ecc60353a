-- The settlement of a day at a card processor, which is a statement of the scheme's account.

-- Connection whose processor said a statement, with the day of the settlement as its first and last day. Null: it came
-- as a file.
ALTER TABLE book_statement ADD COLUMN connection_id integer;
CREATE INDEX book_statement_of_connection ON book_statement (tenant_id, connection_id, last_day)
  WHERE connection_id IS NOT NULL;

-- A day of a connection: asked for until the processor has it, and again for a week, because it may correct it.
CREATE TABLE book_settlement (
  tenant_id integer NOT NULL,
  connection_id integer NOT NULL,
  -- In the zone of the processor.
  day date NOT NULL,
  -- Business time. `next_at` null: not asked any more. `read_at` null: not read yet.
  next_at timestamptz,
  asked_at timestamptz,
  read_at timestamptz,
  -- Why it was not read when it was asked for last; null: it was.
  trouble text CHECK (char_length(trouble) BETWEEN 1 AND 60),
  -- Statements that it has: more than one where the processor has corrected it.
  statements integer NOT NULL DEFAULT 0 CHECK (statements >= 0),
  -- Signed cents, above zero for the programme, as the processor said last. Null: it does not say what was authorised.
  authorised bigint CHECK (authorised >= 0),
  cleared bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  disputed bigint NOT NULL DEFAULT 0,
  interchange bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  funded bigint NOT NULL DEFAULT 0,
  other bigint NOT NULL DEFAULT 0,
  -- Paid with the programme's bank for the day, of those processors that do.
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, day),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES processor_connection (tenant_id, id)
);
CREATE INDEX book_settlement_due ON book_settlement (tenant_id, next_at) WHERE next_at IS NOT NULL;
ALTER TABLE book_settlement ENABLE ROW LEVEL SECURITY;
CREATE POLICY book_settlement_tenant ON book_settlement USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON book_settlement TO wattle_app;
GRANT UPDATE (next_at, asked_at, read_at, trouble, statements, authorised, cleared, refunded, disputed, interchange,
              fees, funded, other, paid) ON book_settlement TO wattle_app;
