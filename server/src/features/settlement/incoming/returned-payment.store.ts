import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { PaymentOutState } from '../payment-out.states.domain.ts';

/** Payment by call, as the network knows it. */
export type CalledByNetwork = {
  readonly transferId: bigint;
  readonly state: PaymentOutState;
  readonly cents: bigint;
  readonly bsb: string;
  readonly accountNumber: string;
};

const BY_NETWORK = `
SELECT p.transfer_id AS "transferId", p.state, p.amount AS cents, p.bsb, p.account_number AS "accountNumber"
  FROM payment_call c JOIN payment_out p ON p.tenant_id = c.tenant_id AND p.transfer_id = c.transfer_id
 WHERE c.tenant_id = $1 AND c.answer = $2 AND c.outcome = 'paid' AND p.rail = 'call'`;

/** Payments that were settled under a number in the network. */
export async function listByNetworkId(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  networkId: string,
): Promise<CalledByNetwork[]> {
  const rows = await tx.query<CalledByNetwork>(BY_NETWORK, [tenantId, networkId]);
  return rows.map((row) => ({ ...row, accountNumber: openText(secrets, row.accountNumber) }));
}

const KNOWN =
  'SELECT encode(digest, $3) AS digest FROM bank_answer WHERE tenant_id = $1 AND digest = ANY ($2::bytea[])';

/** Digests, as hexadecimal digits, that are stored already. */
export async function listKnownDigests(
  tx: Tx,
  tenantId: number,
  digests: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ digest: string }>(KNOWN, [tenantId, digests, 'hex']);
  return new Set(rows.map(({ digest }) => digest));
}

/** Return that is not carried out yet. */
export type OpenReturn = {
  readonly answerId: string;
  readonly networkId: string;
  readonly cents: bigint;
  readonly code: string;
};

const OPEN = `
SELECT l.bank_answer_id::text AS "answerId", l.reference AS "networkId", l.cents, l.code
  FROM bank_answer_line l JOIN bank_answer a ON a.tenant_id = l.tenant_id AND a.id = l.bank_answer_id
 WHERE l.tenant_id = $1 AND l.state = 'Open' AND l.kind = 'return' AND a.kind = 'instant'
 ORDER BY l.bank_answer_id LIMIT $2`;

export async function listOpenReturns(tx: Tx, secrets: Secrets, tenantId: number, most: number): Promise<OpenReturn[]> {
  const rows = await tx.query<OpenReturn>(OPEN, [tenantId, most]);
  return rows.map((row) => ({ ...row, networkId: openText(secrets, row.networkId) }));
}
