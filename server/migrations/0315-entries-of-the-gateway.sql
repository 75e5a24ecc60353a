-- Each line of the gateway's statement is all entries of a charge, of a chargeback or of a refund, so each of these names
-- its transfer. A server of the release before writes none, and such an entry is matched by its amount.
ALTER TABLE gateway_charge ADD COLUMN chargeback_transfer_id bigint;
GRANT UPDATE (chargeback_transfer_id) ON gateway_charge TO wattle_app;
ALTER TABLE gateway_refund ADD COLUMN transfer_id bigint;
-- What has paid a refund that the gateway refused, or the loss of one that it made after it was stopped.
ALTER TABLE gateway_refund ADD COLUMN paid_transfer_id bigint;
GRANT UPDATE (paid_transfer_id) ON gateway_refund TO wattle_app;
CREATE INDEX gateway_charge_of_transfer ON gateway_charge (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX gateway_charge_of_chargeback ON gateway_charge (tenant_id, chargeback_transfer_id)
  WHERE chargeback_transfer_id IS NOT NULL;
CREATE INDEX gateway_refund_of_transfer ON gateway_refund (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX gateway_refund_of_paid ON gateway_refund (tenant_id, paid_transfer_id) WHERE paid_transfer_id IS NOT NULL;

-- Those of before are known by the keys of their payments, which are digests of who made them and of their own keys.
UPDATE gateway_charge c SET chargeback_transfer_id = t.id
  FROM transfer t
 WHERE c.state = 'ChargedBack' AND t.tenant_id = c.tenant_id
   AND t.key = 'pay:' || translate(rtrim(encode(substring(
         sha256(convert_to('gateway chargeback:' || c.id, 'UTF8')) FROM 1 FOR 16), 'base64'), '='), '+/', '-_');
UPDATE gateway_refund r SET transfer_id = t.id
  FROM (VALUES ('desk '), ('visitor ')) AS made (by)
 CROSS JOIN transfer t
 WHERE t.tenant_id = r.tenant_id
   AND t.key = 'pay:' || translate(rtrim(encode(substring(
         sha256(convert_to(made.by || r.key, 'UTF8')) FROM 1 FOR 16), 'base64'), '='), '+/', '-_');

-- Stopped: its charge was charged back before the gateway had made it. Paid: to a bank account, by the desk. A server of
-- the release before asks for neither.
ALTER TABLE gateway_refund DROP CONSTRAINT gateway_refund_state_check;
ALTER TABLE gateway_refund ADD CONSTRAINT gateway_refund_state_check
  CHECK (state IN ('Asked', 'Pending', 'Done', 'Failed', 'Stopped', 'Paid'));

-- Entries of the books that undo each other have no line. What two people have matched is not opened again.
ALTER TABLE book_match ALTER COLUMN statement_id DROP NOT NULL;
ALTER TABLE book_match ALTER COLUMN line DROP NOT NULL;
ALTER TABLE book_match ADD CONSTRAINT book_match_whole CHECK ((statement_id IS NULL) = (line IS NULL));
ALTER TABLE book_match ADD COLUMN is_by_hand boolean NOT NULL DEFAULT false;
CREATE INDEX book_match_without_line ON book_match (tenant_id, account) WHERE statement_id IS NULL;
