-- Refunds that came back while their charge was charged back: they are owed again once the dispute is won, and name the
-- transfer that has put their cents on the gateway's account.
GRANT UPDATE (transfer_id) ON gateway_refund TO wattle_app;

-- An earlier release kept no row of what is owed of them. One whose notice still waits gets its row by the notice.
INSERT INTO gateway_refund (tenant_id, charge_id, amount, key, reason, state, asked_at, settled_at, next_at)
SELECT r.tenant_id, r.charge_id, r.amount, r.key || '.back', 'cameBack', 'Stopped', r.settled_at, r.settled_at, r.next_at
  FROM gateway_refund r
  JOIN gateway_charge c ON c.tenant_id = r.tenant_id AND c.id = r.charge_id AND c.charged_back_at IS NOT NULL
 WHERE r.state = 'CameBack' AND length(r.key) <= 95
   AND NOT EXISTS (SELECT FROM due_work w
                    WHERE w.tenant_id = r.tenant_id AND w.job = 'gateway.notice' AND w.done_at IS NULL
                      AND strpos(w.payload ->> 'notice', r.key) > 0)
    ON CONFLICT (tenant_id, key) DO NOTHING;

-- Business time: when two people settled it as not made, because the gateway did not say; null: the gateway has said.
ALTER TABLE gateway_refund ADD COLUMN decided_at timestamptz;
GRANT UPDATE (decided_at) ON gateway_refund TO wattle_app;

-- Two people end the hold of a warning of fraud, for what has moved on too.
GRANT UPDATE (cents) ON card_money_mark TO wattle_app;
