-- The transfer by which the scheme's money of a dispute was credited, so that a line of the scheme's statement with the
-- reference of the dispute is matched with it. Null: the programme paid, nobody did, or a server of the release before
-- ended it.
ALTER TABLE dispute ADD COLUMN credit_transfer_id bigint;
GRANT UPDATE (credit_transfer_id) ON dispute TO wattle_app;
