import { toInstant, type Tx } from '../../../platform/database/database.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { heldByProgramme, type InnerStatus } from '../../card-facts/public.ts';

/** A card as the desk changes it. */
export type DeskCard = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint | null;
  readonly account_number: string;
  readonly masked_number: string;
  readonly expiry: string;
  readonly status: InnerStatus;
  /** The programme has restricted it: it is replaced only with the desk's approval. */
  readonly is_held: boolean;
};

const CARD = `
SELECT c.id, c.tenant_id, c.brand_id, c.member_account_id, c.holder_id, a.account_number, c.masked_number, c.expiry,
       c.status, ${heldByProgramme('c')} AS is_held
FROM card c JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
WHERE c.tenant_id = $1 AND c.id = $2`;

export function findDeskCard(tx: Tx, tenantId: number, id: bigint): Promise<DeskCard | undefined> {
  return tx.first(CARD, [tenantId, id]);
}

/** The same, locked until the transaction ends. */
export function lockDeskCard(tx: Tx, tenantId: number, id: bigint): Promise<DeskCard | undefined> {
  return tx.first(`${CARD} FOR NO KEY UPDATE OF c`, [tenantId, id]);
}

/** The reference by which its holder would name it in a call. */
export function referenceOf({ account_number, masked_number, expiry }: DeskCard): CardReference {
  return { AccountNumber: account_number, MaskedCardNumber: masked_number, ExpirationDate: expiry };
}

/** Name on the card. */
export async function saveNameOnCard(tx: Tx, { tenant_id, id }: DeskCard, name: string): Promise<void> {
  await tx.run('UPDATE card SET embossed_name = $3 WHERE tenant_id = $1 AND id = $2', [tenant_id, id, name]);
}

/** Records when a card left the maker, or arrived. The first time counts. */
export async function saveOnItsWay(tx: Tx, card: DeskCard, as: 'dispatched' | 'delivered', at: number): Promise<void> {
  const column = as === 'dispatched' ? 'dispatched_at' : 'delivered_at';
  await tx.run(`UPDATE card SET ${column} = coalesce(${column}, $3) WHERE tenant_id = $1 AND id = $2`, [
    card.tenant_id,
    card.id,
    new Date(at),
  ]);
}

const WAITING = `
SELECT c.id, a.account_number, c.masked_number, r.kind, r.reference, r.at
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id AND NOT a.is_closed
JOIN LATERAL (
  SELECT kind, reference, at FROM card_report
  WHERE tenant_id = c.tenant_id AND card_id = c.id AND kind IN ('lost', 'stolen') ORDER BY id DESC LIMIT 1
) AS r ON true
WHERE c.tenant_id = $1 AND c.restricted_by = 'programme' AND c.status IN ('Lost', 'Stolen')
ORDER BY r.at, c.id LIMIT $2`;

export type WaitingReplacement = {
  readonly id: bigint;
  readonly account_number: string;
  readonly masked_number: string;
  readonly kind: 'lost' | 'stolen';
  readonly reference: string;
  readonly at: string;
};

/** Reported cards that the programme had restricted: no replacement may be ordered until the desk releases it. */
export async function listWaitingReplacements(tx: Tx, tenantId: number, limit: number): Promise<WaitingReplacement[]> {
  const rows = await tx.query<WaitingReplacement>(WAITING, [tenantId, limit]);
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }));
}

const DECLINED = `
SELECT o.id, o.at, o.amount, o.cleared_amount + coalesce(early.cleared, 0) AS cleared_amount, o.answer, o.decline_reason,
  said.word, o.merchant_name, o.merchant_country, o.mcc, o.channel, o.reference
FROM authorisation o
LEFT JOIN LATERAL (
  SELECT sum(t.amount)::bigint AS cleared FROM network_message n
  JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
  JOIN member_account a ON a.id = o.member_account_id AND a.ledger_account_id = t.debit_account_id
  WHERE n.tenant_id = o.tenant_id AND n.original = o.reference AND n.kind = 'clearing' AND n.authorisation_id IS NULL
) early ON true
LEFT JOIN purchase_ending said
  ON said.tenant_id = o.tenant_id AND said.authorisation_id = o.id AND said.kind = 'elsewhere'
WHERE o.tenant_id = $1 AND o.member_account_id = $2 AND o.card_id = $3 AND o.status = 'declined'
ORDER BY o.at DESC, o.id DESC LIMIT $4`;

export type DeclinedRow = {
  readonly id: bigint;
  readonly at: string;
  readonly amount: bigint;
  /** Amount that the network cleared although it was declined. Its clearings count as ones without an authorisation. */
  readonly cleared_amount: bigint;
  readonly answer: string;
  readonly decline_reason: string | null;
  readonly word: string | null;
  readonly merchant_name: string;
  readonly merchant_country: string | null;
  readonly mcc: string;
  readonly channel: string;
  readonly reference: string;
};

/** The declined purchases of a card, newest first. */
export async function listDeclined(
  tx: Tx,
  { tenant_id, member_account_id, id }: DeskCard,
  limit: number,
): Promise<DeclinedRow[]> {
  const rows = await tx.query<DeclinedRow>(DECLINED, [tenant_id, member_account_id, id, limit]);
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }));
}

/** Selects cards of accounts or of persons; with `isBoth` those of persons on these accounts. */
export type CardsOf = {
  readonly memberAccountIds: readonly bigint[];
  readonly holderIds: readonly bigint[];
  readonly isBoth?: boolean;
};

const CARDS_OF = `
SELECT c.id, c.tenant_id, c.status FROM card c
WHERE c.tenant_id = $1
  AND CASE WHEN $4 THEN c.member_account_id = ANY ($2::bigint[]) AND c.holder_id = ANY ($3::bigint[])
      ELSE c.member_account_id = ANY ($2::bigint[]) OR c.holder_id = ANY ($3::bigint[]) END
ORDER BY c.id FOR NO KEY UPDATE`;

/** Cards, locked in the order of their ids. */
export function lockCardsOf(
  tx: Tx,
  tenantId: number,
  { memberAccountIds, holderIds, isBoth = false }: CardsOf,
): Promise<Pick<DeskCard, 'id' | 'tenant_id' | 'status'>[]> {
  return tx.query(CARDS_OF, [tenantId, memberAccountIds, holderIds, isBoth]);
}
