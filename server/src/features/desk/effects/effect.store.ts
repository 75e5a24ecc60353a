import type { AccountKind } from '../../../ledger/ledger.ts';
import type { Cents } from '../../../platform/money.ts';
import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { DeskCallInTransaction, Effect } from '../desk-command.ts';
import { becomes, effectIf, effectOn } from './effect.domain.ts';

type Reading = Pick<DeskCallInTransaction<unknown>, 'tx' | 'staff'>;

/**
 * Names that staff use for accounts of the programme. `-1`: the ledger keeps the money of the account as a negative
 * balance.
 */
export const BOOKS = {
  bank: ['Money at the bank, by the books', -1n],
  fees: ['Income of the programme', 1n],
  losses: ['Losses of the programme', -1n],
  suspense: ['Money in suspense', 1n],
  vouchers: ['Vouchers that are not redeemed', 1n],
  expiredVouchers: ['Vouchers that have expired', 1n],
  writtenOff: ['Written off of open accounts', -1n],
  interest: ['Interest that the programme has paid', -1n],
  withholdingTax: ['Tax to pay to the tax office', 1n],
  formerHolders: ['Owed to former holders', 1n],
  formerHolderDebts: ['Owed by former holders', -1n],
  schemeSettlement: ['Owed to the card scheme', 1n],
  gateway: ['Owed by the payment gateway', -1n],
  directEntry: ['Payments to other banks on their way', 1n],
  directDebits: ['Direct debits that are collected and not credited', 1n],
} as const satisfies Partial<Record<AccountKind, readonly [string, 1n | -1n]>>;
export type Book = keyof typeof BOOKS;

/**
 * Effect of a credit, or below zero a debit, on an account of the programme. It only reads: such an account is opened
 * by its first posting.
 */
export async function effectOnBook({ tx, staff }: Reading, book: Book, credit: Cents): Promise<Effect> {
  const [what, sign] = BOOKS[book];
  const row = await tx.first<{ cents: bigint }>(
    'SELECT coalesce(sum(balance), 0)::bigint AS cents FROM ledger_account WHERE tenant_id = $1 AND kind = $2',
    [staff.tenantId, book],
  );
  return effectOn(what, sign * (row?.cents ?? 0n), sign * credit);
}

type Account = {
  readonly number: string;
  readonly balance: bigint;
  readonly held: bigint;
  readonly floor: bigint | null;
  readonly is_closed: boolean;
};
const ACCOUNT = `
SELECT a.account_number AS number, l.balance, l.held, l.floor, a.is_closed
  FROM member_account a JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE a.tenant_id = $1`;

/** An account by its number or its id. */
type AccountNamed = { readonly number: string } | { readonly id: bigint };

function findAccount({ tx, staff }: Reading, named: AccountNamed): Promise<Account | undefined> {
  return 'id' in named
    ? tx.first<Account>(`${ACCOUNT} AND a.id = $2`, [staff.tenantId, named.id])
    : tx.first<Account>(`${ACCOUNT} AND a.account_number = $2`, [staff.tenantId, named.number]);
}

/**
 * Effect of a credit, or below zero a debit, on an account, and on what it owes. A closed account has no
 * money: its former holder is owed it, or owes it.
 */
export async function effectOnAccount(
  reading: Reading,
  named: AccountNamed,
  credit: Cents,
): Promise<readonly Effect[]> {
  const account = await findAccount(reading, named);
  if (!account || credit === 0n) return [];
  const { number, balance, held, floor, is_closed: isClosed } = account;
  if (isClosed) return [await effectOnBook(reading, credit > 0n ? 'formerHolders' : 'formerHolderDebts', credit)];
  const missingAt = (sum: Cents) => (floor !== null && sum - held < floor ? floor - (sum - held) : 0n);
  const [owed, owes] = [missingAt(balance), missingAt(balance + credit)];
  return [effectOn(`Account ${number}`, balance, credit), ...effectIf(`Debt of account ${number}`, owed, owes - owed)];
}

type CardRow = {
  readonly masked_number: string;
  readonly status: string;
  readonly name: string | null;
  readonly all: number;
};
const MOST_SHOWN = 10;
const CARDS = `
SELECT c.masked_number, c.status, ${fullNameIn('h')} AS name, count(*) OVER ()::int AS all
  FROM card c LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 WHERE c.tenant_id = $1 AND (c.member_account_id = ANY ($2::bigint[]) OR c.holder_id = ANY ($3::bigint[]))
   AND c.status NOT IN ('Closed', 'Replaced', 'Expired') ORDER BY c.id LIMIT ${MOST_SHOWN}`;

/** Cards that close with their accounts or people, each with whom it belongs to, the first ten by name. */
export async function effectOnCards(
  { tx, staff }: Reading,
  of: { readonly memberAccountIds: readonly bigint[]; readonly holderIds: readonly bigint[] },
): Promise<readonly Effect[]> {
  const rows = await tx.query<CardRow>(CARDS, [staff.tenantId, of.memberAccountIds, of.holderIds]);
  const more = (rows[0]?.all ?? 0) - rows.length;
  return [
    ...rows.map(({ masked_number: number, name, status }) =>
      becomes([`Card ${number.slice(-4)}`, name ?? ''].filter(Boolean).join(', '), status, 'Closed', 'closes'),
    ),
    ...(more > 0 ? [becomes('More cards', String(more), '0', 'close')] : []),
  ];
}
