import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { fullNameIn } from '../../../platform/text/full-name.ts';

/** A purchase as the network asked for it, with our answer. */
export type NetworkMessageRow = {
  readonly id: bigint;
  readonly reference: string;
  /** timestamptz as text. */
  readonly at: string;
  readonly is_advice: boolean;
  readonly status: string;
  readonly answer: string;
  readonly decline_reason: string | null;
  readonly approval_code: string | null;
  readonly amount: bigint;
  readonly shop: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly mcc: string;
  readonly channel: Channel;
  readonly receipt: string;
  readonly card_id: bigint;
  readonly ending: string;
  readonly holder_id: bigint | null;
  readonly name: string | null;
};

const MESSAGES = `
SELECT o.id, o.reference, o.at, o.is_advice, o.status, o.answer, o.decline_reason, o.approval_code, o.amount,
       o.merchant_name AS shop, o.merchant_city AS city, o.merchant_country AS country, o.mcc, o.channel, o.receipt,
       o.card_id, c.last4 AS ending, c.holder_id, ${fullNameIn('h')} AS name
FROM authorisation o
JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE o.tenant_id = $1`;

// Each is read by an index as far as the page goes: ids ascend with time.
export const MESSAGES_BY = {
  all: `${MESSAGES} ORDER BY o.id DESC LIMIT $2`,
  declined: `${MESSAGES} AND o.status = 'declined' ORDER BY o.at DESC LIMIT $2`,
  card: `${MESSAGES} AND o.card_id = $3 ORDER BY o.day DESC, o.id DESC LIMIT $2`,
} as const;

type Wanted = { readonly card?: bigint | undefined; readonly isDeclined: boolean };

/** Purchases that the network asked for, the newest first. */
export function listMessages(
  tx: Tx,
  tenantId: number,
  { card, isDeclined }: Wanted,
  most: number,
): Promise<NetworkMessageRow[]> {
  if (card !== undefined) return tx.query(MESSAGES_BY.card, [tenantId, most, card]);
  return tx.query(isDeclined ? MESSAGES_BY.declined : MESSAGES_BY.all, [tenantId, most]);
}

const ONE = `${MESSAGES} AND o.id = $2`;

export function findMessage(tx: Tx, tenantId: number, id: bigint): Promise<NetworkMessageRow | undefined> {
  return tx.first(ONE, [tenantId, id]);
}

const RESPONSE = `SELECT response::text AS response FROM network_message WHERE tenant_id = $1 AND reference = $2`;

/** The answer to a message, as the network got it. */
export async function readResponse(tx: Tx, tenantId: number, reference: string): Promise<string> {
  return (await tx.first<{ response: string }>(RESPONSE, [tenantId, reference]))?.response ?? '';
}
