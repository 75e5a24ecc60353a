import type { Tx } from '../../../platform/database/database.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { readRefunded } from '../network-message.store.ts';
import type { NetworkCard } from '../network.store.ts';

const PURCHASE = `
SELECT o.card_id, o.merchant_acceptor, o.cleared_amount + CASE o.status WHEN 'approved' THEN o.current_amount ELSE 0 END AS taken
FROM network_message n JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
WHERE n.tenant_id = $1 AND n.reference = $2 AND o.reference = $2 AND o.status <> 'declined'`;

type Row = { readonly card_id: bigint; readonly merchant_acceptor: string | null; readonly taken: bigint };

/**
 * Whether a refund is of the purchase that its processor links it with. Processors link by guesses: a refund of another
 * purchase would end a dispute of this one. Card and shop must be the same, and the amount must fit what was cleared or
 * is still held, less earlier refunds.
 */
export async function isOfPurchase(
  tx: Tx,
  { tenant_id: tenantId, id }: NetworkCard,
  { amount, merchant: { acceptorId } }: PurchaseMessage,
  purchase: string,
): Promise<boolean> {
  const row = await tx.first<Row>(PURCHASE, [tenantId, purchase]);
  if (!row || row.card_id !== id || acceptorId === undefined || row.merchant_acceptor !== acceptorId) return false;
  const refunded = (await readRefunded(tx, tenantId, purchase)) ?? 0n;
  return BigInt(amount) <= row.taken - refunded;
}

const IS_TAKEN_BACK = `
SELECT EXISTS (SELECT FROM network_message WHERE tenant_id = $1 AND original = $2 AND kind = 'refundReversal') AS is_there`;

/** Whether a refund was reversed before it came. */
export async function isTakenBack(tx: Tx, tenantId: number, refund: string): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(IS_TAKEN_BACK, [tenantId, refund]))?.is_there === true;
}
