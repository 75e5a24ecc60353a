import type { Invariant } from '../../ledger/invariants.ts';
import { TOLD_INVARIANTS } from './told/told-invariants.store.ts';

/** End of the hold for each end of a purchase. */
const END = "CASE o.status WHEN 'cleared' THEN 'captured' WHEN 'reversed' THEN 'voided' ELSE o.status END";

/** Invariants between purchases, messages of the network and the ledger that no foreign key can express. */
export const PURCHASE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'purchase-hold',
    rule: 'what a purchase stands at is held on its account with its fee, and its hold ended as the purchase did',
    broken: `
      SELECT o.tenant_id, o.id AS authorisation_id, o.hold_id,
             format('%s at %s; %s', o.status, o.current_amount + o.fee_held,
                    CASE WHEN h.id IS NULL THEN 'no such hold on its account'
                         ELSE coalesce('hold ' || ended.kind, 'held ' || coalesce(last.keep, h.amount)) END) AS detail
      FROM authorisation o
      JOIN member_account m ON m.tenant_id = o.tenant_id AND m.id = o.member_account_id
      LEFT JOIN hold h ON h.tenant_id = o.tenant_id AND h.id = o.hold_id AND h.account_id = m.ledger_account_id
      LEFT JOIN hold_event ended ON ended.tenant_id = h.tenant_id AND ended.hold_id = h.id AND ended.number = 0
      LEFT JOIN LATERAL (
        SELECT e.keep FROM hold_event e WHERE e.tenant_id = h.tenant_id AND e.hold_id = h.id AND e.number > 0
        ORDER BY e.number DESC LIMIT 1
      ) AS last ON true
      WHERE o.hold_id IS NOT NULL AND (
        h.id IS NULL
        OR (o.status = 'approved' AND (ended.kind IS NOT NULL OR coalesce(last.keep, h.amount) <> o.current_amount + o.fee_held))
        OR (o.status <> 'approved' AND ended.kind IS DISTINCT FROM ${END}))`,
  },
  {
    name: 'purchase-of-card',
    rule: 'a purchase is of a card and the account of that card, and of the message whose reference it has',
    broken: `
      SELECT o.tenant_id, o.id AS authorisation_id,
             CASE WHEN c.id IS NULL THEN 'no such card' WHEN m.id IS NULL THEN 'not the account of its card'
                  ELSE 'no message names it' END AS detail
      FROM authorisation o
      LEFT JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
      LEFT JOIN member_account m ON m.tenant_id = o.tenant_id AND m.id = o.member_account_id AND m.id = c.member_account_id
      LEFT JOIN network_message n
        ON n.tenant_id = o.tenant_id AND n.reference = o.reference AND n.authorisation_id = o.id
      WHERE m.id IS NULL OR n.reference IS NULL`,
  },
  {
    name: 'foreign-fee',
    rule: 'the fee of a foreign purchase stands for what was taken of it, less what was given back',
    broken: `
      SELECT p.tenant_id, p.ledger_account_id AS account_id,
             format('%s: %s of %s', p.purchase, sum(p.fee), sum(p.cents)) AS detail
      FROM foreign_part p
      GROUP BY p.tenant_id, p.ledger_account_id, p.purchase
      HAVING min(p.points) = max(p.points)
         AND sum(p.fee) <> div(greatest(sum(p.cents), 0) * max(p.points) + 5000, 10000)`,
  },
  {
    name: 'message-of-network',
    rule: 'the purchase and the transfer that a message of the network names are there, of its tenant',
    broken: `
      SELECT n.tenant_id, n.authorisation_id, n.transfer_id, format('message %s', n.reference) AS detail
      FROM network_message n
      LEFT JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
      LEFT JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
      WHERE (n.authorisation_id IS NOT NULL AND o.id IS NULL) OR (n.transfer_id IS NOT NULL AND t.id IS NULL)`,
  },
  {
    name: 'purchase-search',
    rule: 'the desk finds each purchase that its search is filled with, by what it came to and its receipt',
    broken: `
      SELECT o.tenant_id, o.id AS authorisation_id, format('purchase of %s is not found', o.amount) AS detail
      FROM authorisation o
      JOIN search_fill f ON f.tenant_id = o.tenant_id AND f.name = 'purchases' AND o.id <= f.filled_to
      LEFT JOIN purchase_search s ON s.tenant_id = o.tenant_id AND s.authorisation_id = o.id AND s.amount = o.amount
           AND s.receipt = o.receipt
      WHERE s.receipt IS NULL`,
  },
  ...TOLD_INVARIANTS,
];
