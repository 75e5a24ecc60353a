import { METHOD_NAMES, PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { PAYEE_TYPE, type PayeeType } from '@wattle/contract/transfers/payee.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { keepReference, keepText, maskWords, openText } from '../../../platform/secrets/typed-card-numbers.ts';
import { destinationKey } from '../../payments/public.ts';

/** Owner of payees: a web account, or the card of a card-only person. */
export type PayeeOwner = { readonly webAccountId: bigint | null; readonly cardId: bigint | null };

/** Owner of the payees of a session. */
export function payeeOwnerOf({ webAccountId, cardId }: Pick<Session, 'webAccountId' | 'cardId'>): PayeeOwner {
  return webAccountId === null ? { webAccountId, cardId } : { webAccountId, cardId: null };
}

export type PayeeRow = {
  readonly id: string;
  readonly name: string;
  /** BSB or biller code; empty for an internal payee. */
  readonly bsb: string;
  readonly account_number: string;
};

const READ = `
SELECT id, name, bsb, account_number
FROM payee
WHERE tenant_id = $1 AND type = $2 AND (web_account_id = $3 OR card_id = $4)
ORDER BY lower(name) COLLATE "C", account_number, bsb`;

/** Saved payees of a type, by name, with their numbers in full. */
export async function readPayees(
  tx: Tx,
  secrets: Secrets,
  { tenantId, type, owner }: { readonly tenantId: number; readonly type: number; readonly owner: PayeeOwner },
): Promise<PayeeRow[]> {
  const rows = await tx.query<PayeeRow>(READ, [tenantId, type, owner.webAccountId, owner.cardId]);
  return rows.map((row) => ({ ...row, account_number: openText(secrets, row.account_number) }));
}

type Paid = {
  readonly paid_at: string | null;
  readonly cents: bigint | null;
  readonly purpose: number | null;
  readonly this_year: bigint;
};

/** A payee with its number in full, and what its owner has paid to it. */
export type PaidPayee = PayeeRow & Paid;

// A payment that is held is noted when it is asked for, and is not paid yet.
const PAID = `paid_destination paid
     WHERE paid.tenant_id = $1 AND paid.owner = $3 AND paid.destination = named.destination
       AND NOT EXISTS (SELECT FROM schedule s
                        WHERE s.tenant_id = $1 AND s.state = 'Active' AND s.hold_id IS NOT NULL
                          AND s.made_by = paid.owner AND coalesce(s.held_at, s.made_at) = paid.paid_at
                          AND s.amount = paid.cents)`;
const READ_PAID = `
SELECT named.n::integer AS n, last.paid_at, last.cents, last.purpose,
       (SELECT coalesce(sum(paid.cents), 0)::bigint FROM ${PAID} AND paid.paid_at >= $4) AS this_year
  FROM unnest($2::text[]) WITH ORDINALITY AS named (destination, n)
  LEFT JOIN LATERAL (
    SELECT paid.paid_at, paid.cents, paid.purpose FROM ${PAID} ORDER BY paid.paid_at DESC LIMIT 1
  ) AS last ON true
 ORDER BY named.n`;

/**
 * Saved payees of a type, by name, with the last payment of `caller` (`web:12`, `card:7`) to each, and its total since
 * the start of the year.
 */
export async function readPaidPayees(
  tx: Tx,
  secrets: Secrets,
  of: { readonly tenantId: number; readonly type: number; readonly owner: PayeeOwner },
  { caller, yearBegan }: { readonly caller: string; readonly yearBegan: number },
): Promise<PaidPayee[]> {
  const payees = await readPayees(tx, secrets, of);
  const name = METHOD_NAMES.find((each) => PAYMENT_METHODS[each].payeeType === of.type);
  if (payees.length === 0 || name === undefined) return [];
  const keys = payees.map(({ bsb, account_number: number }) =>
    destinationKey(secrets, { method: { name }, bsb, number }),
  );
  const since = new Date(yearBegan).toISOString();
  const paid = await tx.query<Paid>(READ_PAID, [of.tenantId, keys, caller, since]);
  return payees.flatMap((payee, index) => {
    const row = paid[index];
    return row ? [{ ...payee, ...row }] : [];
  });
}

/** Lock for every change of a caller's payees of a type. Callers are `web:12`, `card:7`. */
export function payeeLock(caller: string, type: PayeeType): string {
  return `payees:${caller}:${type}`;
}

export type PayeeToSave = {
  readonly id: string;
  readonly owner: PayeeOwner;
  readonly name: string;
  readonly bsb: string;
  readonly accountNumber: string;
};

const SAVE = `
INSERT INTO payee (id, tenant_id, web_account_id, card_id, type, name, bsb, account_number)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, bsb = excluded.bsb, account_number = excluded.account_number`;

/** Adds a payee, or updates the owner's payee with this id. */
export function savePayee(
  tx: Tx,
  secrets: Secrets,
  { tenantId, type, ...payee }: PayeeToSave & { readonly tenantId: number; readonly type: number },
): void {
  const { id, owner, name, bsb, accountNumber } = payee;
  const number = (type === PAYEE_TYPE.bpay ? keepReference : keepText)(secrets, accountNumber);
  tx.later(SAVE, [id, tenantId, owner.webAccountId, owner.cardId, type, maskWords(name), bsb, number]);
}

const DELETE = `DELETE FROM payee WHERE tenant_id = $1 AND id = $2 AND (web_account_id = $3 OR card_id = $4)`;

/** False if the owner has no such payee. */
export async function deletePayee(tx: Tx, tenantId: number, owner: PayeeOwner, id: string): Promise<boolean> {
  return (await tx.run(DELETE, [tenantId, id, owner.webAccountId, owner.cardId])) === 1;
}
