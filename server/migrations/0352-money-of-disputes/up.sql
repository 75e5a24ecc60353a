-- A dispute may end after its account was closed: what it brings back is owed to the former holder.
ALTER TABLE former_money DROP CONSTRAINT former_money_source_check;
ALTER TABLE former_money ADD CONSTRAINT former_money_source_check
  CHECK (source IN ('payment', 'directDebit', 'refund', 'dispute'));
