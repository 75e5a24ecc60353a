-- Who made the payment of a posted row: a person; of a card-only caller, card_id says so. On a shared account that
-- person and its primary holder may dispute and report it. Old rows, and those of a server of the release before, have
-- none, and are the primary holder's alone; purchases name their card. Without a foreign key, which each posting would
-- pay for: the person comes from the session of the same transaction.
ALTER TABLE transaction_detail ADD COLUMN payer_holder_id bigint;

-- A dispute of somebody who does not see the account any more passes to its primary holder.
GRANT UPDATE (holder_id) ON dispute TO wattle_app;
