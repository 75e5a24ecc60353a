-- An account of the programme for what it loses: charged-back orders whose money was spent, debts that are written off.
DO $$
DECLARE kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'ledger_account_kind_check');
BEGIN
  ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
  EXECUTE 'ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''losses''::text, ');
END
$$;

-- The account of a card of an order was opened for it: what is left of the order is reckoned from its whole history.
CREATE UNIQUE INDEX store_item_account ON store_item (tenant_id, member_account_id) WHERE member_account_id IS NOT NULL;
