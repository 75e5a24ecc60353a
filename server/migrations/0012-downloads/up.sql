-- Tickets for documents: what a form that cannot carry a bearer is let in by.
CREATE TABLE download_ticket (
  -- HMAC-SHA-256 of the ticket, which nobody but the browser keeps.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  tenant_id integer NOT NULL,
  -- Who asked. Where the session ends, so does the ticket.
  session_id uuid NOT NULL,
  -- HMAC-SHA-256 of the cookie that was set with it.
  cookie_hash bytea NOT NULL CHECK (octet_length(cookie_hash) = 32),
  -- Name of the document in the contract.
  kind text NOT NULL,
  -- As its schema has checked them.
  parameters jsonb NOT NULL,
  language text NOT NULL CHECK (language IN ('enAU', 'zhCN')),
  -- Security clock.
  ends_at timestamptz NOT NULL,
  used_at timestamptz,
  FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX download_ticket_by_session ON download_ticket (session_id, ends_at);

ALTER TABLE download_ticket ENABLE ROW LEVEL SECURITY;
CREATE POLICY download_ticket_tenant ON download_ticket USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT, DELETE ON download_ticket TO wattle_app;
GRANT UPDATE (used_at) ON download_ticket TO wattle_app;

-- Who was paid, as the payer named them: for the receipt. Erasable like the other words of a row.
ALTER TABLE transaction_detail ADD COLUMN counterparty text;
GRANT UPDATE (counterparty) ON transaction_detail TO wattle_app;
