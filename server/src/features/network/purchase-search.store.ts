import type { Tx } from '../../platform/database/database.ts';
import type { SearchTable } from '../desk/public.ts';

const ROWS = `
INSERT INTO purchase_search (tenant_id, authorisation_id, amount, merchant, receipt)
SELECT o.tenant_id, o.id, o.amount, lower(o.merchant_name), o.receipt FROM authorisation o WHERE o.tenant_id = $1`;

/** Purchases, which the desk finds by amount and merchant and by receipt. The ids are those of all tenants. */
export const PURCHASE_SEARCH: SearchTable = {
  name: 'purchases',
  source: 'authorisation',
  highest: `SELECT pg_sequence_last_value('authorisation_id_seq') AS id`,
  isEmpty: `
NOT EXISTS (SELECT FROM card c WHERE c.tenant_id = $1
               AND EXISTS (SELECT FROM authorisation o WHERE o.tenant_id = $1 AND o.card_id = c.id))`,
  insert: `${ROWS} AND o.id > $2 AND o.id <= $3 ON CONFLICT DO NOTHING`,
};

const ADD_AMOUNT = `${ROWS} AND o.id = $2 ON CONFLICT DO NOTHING`;

/** Adds the changed amount of a purchase to the search, so that staff find the purchase by it. */
export function addSearchedAmount(tx: Tx, tenantId: number, authorisationId: bigint): void {
  tx.later(ADD_AMOUNT, [tenantId, authorisationId]);
}
