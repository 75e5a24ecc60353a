import type { Cents } from '../../../platform/money.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type PaymentLink = {
  readonly id: string;
  readonly token: string;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly account_number: string;
  /** Holder that made the link. */
  readonly holder_id: bigint | null;
  readonly shown_name: string;
  readonly maximum: Cents;
  readonly made_at: string;
  readonly ends_at: string;
  readonly ended_at: string | null;
};

const COLUMNS = `
SELECT k.id, k.token, k.brand_id, k.member_account_id, a.account_number, w.holder_id, k.shown_name, k.maximum,
       k.made_at, k.ends_at, k.ended_at
FROM payment_link k
JOIN member_account a ON a.tenant_id = k.tenant_id AND a.id = k.member_account_id
LEFT JOIN web_account w ON w.tenant_id = k.tenant_id AND w.id = k.web_account_id`;

const iso = (ms: number) => new Date(ms).toISOString();

export type NewLink = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly memberAccountId: bigint;
  readonly webAccountId: bigint;
  readonly token: string;
  readonly shownName: string;
  readonly maximum: Cents;
  readonly madeAt: number;
  readonly endsAt: number;
};

/** Adds a link. */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  const { id, tenantId, brandId, memberAccountId, webAccountId, token, shownName, maximum } = link;
  await tx.run(
    `INSERT INTO payment_link
       (id, tenant_id, brand_id, member_account_id, web_account_id, token, shown_name, maximum, made_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      tenantId,
      brandId,
      memberAccountId,
      webAccountId,
      token,
      shownName,
      maximum,
      iso(link.madeAt),
      iso(link.endsAt),
    ],
  );
}

/** The link of a token, within a brand. */
export function findLinkByToken(
  tx: Tx,
  { tenantId, brandId }: { readonly tenantId: number; readonly brandId: number },
  token: string,
): Promise<PaymentLink | undefined> {
  return tx.first(`${COLUMNS} WHERE k.tenant_id = $1 AND k.brand_id = $2 AND k.token = $3`, [tenantId, brandId, token]);
}

/** A link of an account. */
export function findLink(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  id: string,
): Promise<PaymentLink | undefined> {
  return tx.first(`${COLUMNS} WHERE k.tenant_id = $1 AND k.member_account_id = $2 AND k.id = $3`, [
    tenantId,
    memberAccountId,
    id,
  ]);
}

/** Links of an account, newest first. */
export function listLinks(tx: Tx, tenantId: number, memberAccountId: bigint, most: number): Promise<PaymentLink[]> {
  return tx.query(
    `${COLUMNS} WHERE k.tenant_id = $1 AND k.member_account_id = $2 ORDER BY k.made_at DESC, k.id LIMIT $3`,
    [tenantId, memberAccountId, most],
  );
}

/** Number of usable links of an account. */
export async function countOpen(tx: Tx, tenantId: number, memberAccountId: bigint, nowMs: number): Promise<number> {
  const row = await tx.first<{ open: number }>(
    `SELECT count(*)::int AS open FROM payment_link
     WHERE tenant_id = $1 AND member_account_id = $2 AND ended_at IS NULL AND ends_at > $3`,
    [tenantId, memberAccountId, iso(nowMs)],
  );
  return row?.open ?? 0;
}

/** Ends a link, once. */
export async function saveEnded(tx: Tx, tenantId: number, id: string, nowMs: number): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE payment_link SET ended_at = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL',
    [tenantId, id, iso(nowMs)],
  );
  return changed === 1;
}

/** Saves the payer as they name themselves. */
export function savePayer(
  tx: Tx,
  payer: { readonly tenantId: number; readonly paymentId: string; readonly linkId: string; readonly name: string },
): void {
  tx.later(
    'INSERT INTO payment_link_payer (tenant_id, payment_id, payment_link_id, payer_name) VALUES ($1, $2, $3, $4)',
    [payer.tenantId, payer.paymentId, payer.linkId, payer.name],
  );
}

export type LinkPayment = {
  readonly payment_link_id: string;
  readonly payer_name: string;
  readonly amount: Cents;
  readonly booked_at: string;
};

const PAYMENTS = `
SELECT y.payment_link_id, y.payer_name, c.amount, c.booked_at
FROM payment_link_payer y
JOIN gateway_payment p ON p.tenant_id = y.tenant_id AND p.id = y.payment_id
JOIN gateway_charge c ON c.tenant_id = p.tenant_id AND c.id = p.charge_id AND c.booked_at IS NOT NULL
WHERE y.tenant_id = $1 AND y.payment_link_id = ANY ($2::uuid[]) ORDER BY c.booked_at DESC`;

/** Payments made through some links. */
export function listPaid(tx: Tx, tenantId: number, linkIds: readonly string[]): Promise<LinkPayment[]> {
  return tx.query(PAYMENTS, [tenantId, linkIds]);
}

export type Payer = {
  readonly payment_link_id: string;
  readonly payer_name: string;
  readonly member_account_id: bigint;
};

/** Payer of a gateway payment, and the account that it loads. */
export function findPayer(tx: Tx, tenantId: number, paymentId: string): Promise<Payer | undefined> {
  return tx.first(
    `SELECT y.payment_link_id, y.payer_name, k.member_account_id
     FROM payment_link_payer y JOIN payment_link k ON k.tenant_id = y.tenant_id AND k.id = y.payment_link_id
     WHERE y.tenant_id = $1 AND y.payment_id = $2`,
    [tenantId, paymentId],
  );
}

/** Subjects of payments of an account's links that someone may have paid. */
export function listUnresolvedLinkPayments(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
): Promise<{ readonly amount: Cents; readonly made_at: string }[]> {
  return tx.query(
    `SELECT p.amount, p.made_at FROM payment_link k
     JOIN payment_link_payer y ON y.tenant_id = k.tenant_id AND y.payment_link_id = k.id
     JOIN gateway_payment p ON p.tenant_id = y.tenant_id AND p.id = y.payment_id AND p.state = 'Unknown'
     WHERE k.tenant_id = $1 AND k.member_account_id = $2 ORDER BY p.made_at`,
    [tenantId, memberAccountId],
  );
}

/** First name and initial of the signed-in person. */
export async function readShownName(tx: Tx, tenantId: number, holderId: bigint): Promise<string> {
  const row = await tx.first<{ first_name: string; surname: string }>(
    'SELECT first_name, surname FROM holder WHERE tenant_id = $1 AND id = $2',
    [tenantId, holderId],
  );
  if (!row) throw new Error('whoever is signed in has no name');
  if (row.first_name === '') return row.surname;
  const [initial = ''] = row.surname;
  return [row.first_name, initial && `${initial}.`].filter(Boolean).join(' ');
}
