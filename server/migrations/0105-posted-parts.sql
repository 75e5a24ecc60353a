-- What lists say of purchases that did not simply take what was asked for.

-- Purchases that were declined for the spend limit of their card, with cents of the limit and of what was left then.
CREATE TABLE limit_decline (
  tenant_id integer NOT NULL,
  authorisation_id bigint NOT NULL,
  spend_limit bigint NOT NULL CHECK (spend_limit >= 0),
  limit_left bigint NOT NULL CHECK (limit_left BETWEEN 0 AND spend_limit),
  PRIMARY KEY (tenant_id, authorisation_id)
);
ALTER TABLE limit_decline ENABLE ROW LEVEL SECURITY;
CREATE POLICY limit_decline_tenant ON limit_decline USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON limit_decline TO wattle_app;

-- Beside transaction_detail, so that only a posted row with something to say pays for it. It has no text of a person, so
-- it stays where texts are erased.
CREATE TABLE posted_part (
  ledger_account_id bigint NOT NULL,
  -- Sequence of the entry.
  seq bigint NOT NULL CHECK (seq > 0),
  tenant_id integer NOT NULL,
  -- Cents that were asked for, where fewer were approved.
  asked bigint CHECK (asked > 0),
  -- Cents that were approved, where the shop took more.
  approved bigint CHECK (approved > 0),
  -- Cents of the row that were paid out in cash.
  cash bigint CHECK (cash > 0),
  PRIMARY KEY (ledger_account_id, seq),
  CHECK (num_nonnulls(asked, approved, cash) > 0)
);
ALTER TABLE posted_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY posted_part_tenant ON posted_part USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON posted_part TO wattle_app;
