import type { Tx } from '../../platform/database/database.ts';
import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import { isUnfilled } from '../desk/public.ts';
import type { FoundCard } from './search.store.ts';

type Search = { readonly tenantId: number; readonly limit: number };

/** SQL: a card of an account, by preference one of a holder. */
const cardOf = (account: string, holder: string) =>
  `(SELECT c.id FROM card c WHERE c.tenant_id = $1 AND c.member_account_id = ${account}
     ORDER BY c.holder_id IS DISTINCT FROM ${holder}, c.id LIMIT 1)`;

/** Every number that people are given and that names no transfer. A purchase with increments is found more than once. */
const CARDS_OF_REFERENCE = `
SELECT card_id, match FROM (
  SELECT ${cardOf('s.member_account_id', 's.holder_id')} AS card_id,
         CASE WHEN s.hold_id IS NULL THEN 'scheduled payment ' ELSE 'held payment ' END || s.receipt AS match
    FROM schedule s WHERE s.tenant_id = $1 AND s.receipt = $2
  UNION ALL
  SELECT ${cardOf('d.member_account_id', 'd.holder_id')}, 'dispute ' || d.reference
    FROM dispute d WHERE d.tenant_id = $1 AND d.reference = $2
  UNION ALL
  SELECT (SELECT c.id FROM card c WHERE c.tenant_id = $1 AND c.holder_id = k.holder_id ORDER BY c.id DESC LIMIT 1),
         'complaint ' || k.reference
    FROM complaint k WHERE k.tenant_id = $1 AND k.reference = $2
  UNION ALL
  SELECT ${cardOf('m.member_account_id', 'NULL')}, 'payment to the wrong account ' || m.reference
    FROM mistaken_payment m WHERE m.tenant_id = $1 AND m.reference = $2
  UNION ALL
  SELECT coalesce(r.card_id, ${cardOf('r.member_account_id', 'r.holder_id')}), 'scam report ' || r.reference
    FROM scam_report r WHERE r.tenant_id = $1 AND r.reference = $2
  UNION ALL
  SELECT r.card_id, CASE r.kind WHEN 'block' THEN 'blocked card ' WHEN 'replace' THEN 'replaced card '
                                ELSE 'card reported ' || r.kind || ' ' END || r.reference
    FROM card_report r WHERE r.tenant_id = $1 AND r.reference = $2
  UNION ALL
  SELECT a.card_id, 'purchase at ' || a.merchant_name
    FROM (SELECT authorisation_id FROM purchase_search WHERE tenant_id = $1 AND receipt = $2
          UNION ALL
          SELECT id FROM authorisation WHERE tenant_id = $1 AND ${isUnfilled({ name: 'purchases' }, 'id')} AND receipt = $2) p
   CROSS JOIN LATERAL (
     SELECT * FROM authorisation o WHERE o.tenant_id = $1 AND o.id = p.authorisation_id ${KEEP_APART}) a
) found WHERE card_id IS NOT NULL LIMIT $3`;

export function cardsOfReference(tx: Tx, { tenantId, limit }: Search, reference: string): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_REFERENCE, [tenantId, reference, limit]);
}

const CARDS_OF_PROCESSOR_ID = `
SELECT DISTINCT o.card_id, 'purchase at ' || o.merchant_name AS match
  FROM processor_connection n
 CROSS JOIN LATERAL (
   SELECT reference FROM processor_purchase WHERE tenant_id = $1 AND connection_id = n.id AND of = $2
   UNION ALL
   SELECT reference FROM processor_purchase WHERE tenant_id = $1 AND connection_id = n.id AND reference = $2) p
  JOIN network_message m ON m.tenant_id = $1 AND m.reference = p.reference
  JOIN authorisation o ON o.tenant_id = $1 AND o.id = m.authorisation_id
 WHERE n.tenant_id = $1 LIMIT $3`;

/** Cards of a purchase by the id that its card processor has for it, or by our reference. */
export function cardsOfProcessorId(tx: Tx, { tenantId, limit }: Search, id: string): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_PROCESSOR_ID, [tenantId, id, limit]);
}

const CARDS_OF_GATEWAY_ID = `
SELECT card_id, match FROM (
  SELECT ${cardOf('g.member_account_id', 'NULL')} AS card_id, found.match
    FROM (SELECT id AS charge_id, 'charge by another card' AS match FROM gateway_charge WHERE tenant_id = $1 AND id = $2
           UNION ALL
          SELECT charge_id, 'dispute of a charge by another card' FROM gateway_dispute WHERE tenant_id = $1 AND id = $2
           UNION ALL
          SELECT charge_id, 'fraud warning of a charge by another card' FROM gateway_warning WHERE tenant_id = $1 AND id = $2
           UNION ALL
          SELECT p.charge_id, 'payment by another card' FROM gateway_payment p WHERE p.tenant_id = $1 AND p.gateway_id = $2
         ) found
    JOIN gateway_charge g ON g.tenant_id = $1 AND g.id = found.charge_id
) held WHERE card_id IS NOT NULL LIMIT $3`;

/** Cards of an account that was loaded, by the payment gateway's id of the payment, its charge, a dispute or a warning. */
export function cardsOfGatewayId(tx: Tx, { tenantId, limit }: Search, id: string): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_GATEWAY_ID, [tenantId, id, limit]);
}

const CARDS_OF_PAYEE = `
SELECT DISTINCT ON (card_id) card_id, 'paid or saved ' || name AS match FROM (
  SELECT coalesce(p.card_id, ${cardOf('coalesce(p.member_account_id, w.member_account_id)', 'coalesce(p.holder_id, w.holder_id)')})
           AS card_id, p.name
    FROM payees_named($2, $3) p
    LEFT JOIN web_account w ON w.tenant_id = $1 AND w.id = p.web_account_id
) found WHERE card_id IS NOT NULL ORDER BY card_id, name`;

/** Cards of people who have paid or saved someone whose name begins with the text, in small letters. */
export function cardsOfPayee(tx: Tx, { tenantId, limit }: Search, name: string): Promise<FoundCard[]> {
  return tx.query(CARDS_OF_PAYEE, [tenantId, name, limit]);
}
