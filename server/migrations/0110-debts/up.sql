-- What a debit that could not be refused has left unpaid, and who owes the programme after their account was closed.

-- Two kinds more of accounts of the programme: what holders of closed accounts owe, and what was collected from other
-- banks and is not credited yet.
DO $$
DECLARE kinds text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'ledger_account_kind_check');
BEGIN
  ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
  EXECUTE 'ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''formerHolderDebts''::text, ''directDebits''::text, ');
END
$$;

CREATE TABLE debt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL,
  member_account_id bigint NOT NULL,
  -- The forced debit that left it.
  transfer_id bigint NOT NULL,
  cause text NOT NULL CHECK (cause IN ('autoTopUp', 'cardTopUp', 'order')),
  -- What was taken back, in the words of the feature that took it: the number of a charge, of a debit.
  reference text NOT NULL,
  -- Cents: of the debit, and the part of it that the balance did not cover.
  debited bigint NOT NULL CHECK (debited > 0),
  owed bigint NOT NULL CHECK (owed > 0 AND owed <= debited),
  -- The account was closed: nothing is posted to it, and the programme's account of such debts has paid.
  is_former_holder boolean NOT NULL,
  -- Business clock.
  made_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Security clock.
  told_at timestamptz,
  UNIQUE (tenant_id, transfer_id),
  FOREIGN KEY (tenant_id, member_account_id) REFERENCES member_account (tenant_id, id)
);
CREATE INDEX debt_open ON debt (member_account_id) WHERE settled_at IS NULL AND NOT is_former_holder;
CREATE INDEX debt_untold ON debt (tenant_id, id) WHERE told_at IS NULL;
CREATE INDEX debt_unsettled ON debt (tenant_id, id) WHERE settled_at IS NULL;
ALTER TABLE debt ENABLE ROW LEVEL SECURITY;
CREATE POLICY debt_tenant ON debt USING (tenant_id = (SELECT current_tenant()));
GRANT SELECT, INSERT ON debt TO wattle_app;
GRANT UPDATE (settled_at, told_at) ON debt TO wattle_app;
