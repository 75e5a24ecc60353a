-- Refunds that failed after the gateway had made them.

ALTER TABLE gateway_refund
  DROP CONSTRAINT gateway_refund_state_check,
  -- CameBack: it failed after it was made, and another refund owes its cents.
  ADD CONSTRAINT gateway_refund_state_check
    CHECK (state IN ('Asked', 'Pending', 'Done', 'Failed', 'Stopped', 'Paid', 'CameBack')),
  -- What has taken in the cents of one that came back.
  ADD COLUMN came_back_transfer_id bigint;
CREATE INDEX gateway_refund_of_return ON gateway_refund (tenant_id, came_back_transfer_id)
  WHERE came_back_transfer_id IS NOT NULL;
GRANT UPDATE (came_back_transfer_id) ON gateway_refund TO wattle_app;
