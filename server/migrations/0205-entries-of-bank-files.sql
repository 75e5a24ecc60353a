-- The posting at the bank that a line of its file made, whatever became of the money afterwards: the total of the file on
-- a statement is all of them. A server of the release before writes none, and totals of files that it reads stay open.
ALTER TABLE bank_answer_line ADD COLUMN posted_id bigint;
UPDATE bank_answer_line SET posted_id = transfer_id WHERE kind = 'deposit' AND state = 'Done' AND transfer_id IS NOT NULL;
CREATE INDEX bank_answer_line_posted ON bank_answer_line (tenant_id, posted_id) WHERE posted_id IS NOT NULL;
GRANT UPDATE (posted_id) ON bank_answer_line TO wattle_app;

-- A line that was matched by its amount alone is opened again where the statement of the other side names it as a net.
GRANT DELETE ON book_match TO wattle_app;
CREATE INDEX book_statement_line_matched ON book_statement_line (tenant_id, cents, day) WHERE is_matched;
CREATE INDEX book_match_line ON book_match (tenant_id, statement_id, line);
