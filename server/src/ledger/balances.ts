import { KEEP_APART } from '../platform/database/keep-apart.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Cents } from '../platform/money.ts';
import type { AccountKind, LedgerAccountId } from './ledger.ts';
import type { AccountTotals, Totals, TotalsWanted } from './totals.ts';
import { timestamp } from './write.ts';

/** Every sixteenth entry of an account is a mark: it is in an index by its time. */
const MARK_EVERY = 16;

/**
 * The last entry of an account up to a moment, as `columns`: the last mark up to it, then the last of the
 * entries from that mark to before the next one. An entry is never younger than the one after it, so there
 * is none behind the next mark.
 *
 * Both bounds of that range are columns of `mark`. Arithmetic beside `e.seq` would not be leakproof, and
 * under row-level security PostgreSQL uses only leakproof conditions with an index.
 */
function lastEntry(columns: string, isUpTo: '<' | '<=', moment: string, account = '$2'): string {
  const isOfAccount = `e.tenant_id = $1 AND e.account_id = ${account}`;
  const ofAccount = `${isOfAccount} AND e.posted_at ${isUpTo} ${moment}`;
  return `
  SELECT last.* FROM (
    SELECT found.seq, found.seq + ${MARK_EVERY} AS next FROM (
      SELECT coalesce((
        SELECT e.seq FROM entry e WHERE ${ofAccount} AND e.seq % ${MARK_EVERY} = 0
        ORDER BY e.posted_at DESC, e.seq DESC LIMIT 1
      ), 0) AS seq ${KEEP_APART}
    ) AS found ${KEEP_APART}
  ) AS mark
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM entry e WHERE ${ofAccount} AND e.seq >= mark.seq AND e.seq < mark.next
    ORDER BY e.seq DESC LIMIT 1
  ) AS last`;
}

/** The SQL of `balanceAt`: tenant, account, moment. */
export const BALANCE_AT = `
SELECT coalesce((${lastEntry('e.balance_after', '<=', '$3')}), 0) AS balance
FROM ledger_account WHERE tenant_id = $1 AND id = $2`;

export async function balanceAt(
  tx: Tx,
  tenantId: number,
  account: LedgerAccountId,
  atMs: number,
): Promise<Cents | undefined> {
  const row = await tx.first<{ balance: Cents }>(BALANCE_AT, [tenantId, account, timestamp(atMs)]);
  return row?.balance;
}

/** The SQL of `balancesBefore`: tenant, account, moments. */
export const BALANCES_BEFORE = `
SELECT coalesce(last.balance_after, 0) AS balance
FROM unnest($3::timestamptz[]) WITH ORDINALITY AS moment (ends, n)
LEFT JOIN LATERAL (${lastEntry('e.balance_after', '<', 'moment.ends')}) AS last ON true
ORDER BY moment.n`;

/** The balance of an account right before each of some moments, in their order. Zero before its first entry. */
export async function balancesBefore(
  tx: Tx,
  tenantId: number,
  account: LedgerAccountId,
  momentsMs: readonly number[],
): Promise<Cents[]> {
  const moments = momentsMs.map((ms) => timestamp(ms));
  const rows = await tx.query<{ balance: Cents }>(BALANCES_BEFORE, [tenantId, account, moments]);
  return rows.map(({ balance }) => balance);
}

/** The account's last entry before a moment. */
const before = (moment: string) => `
LEFT JOIN LATERAL (${lastEntry('e.seq, e.balance_after, e.credited_after', '<', moment)})`;

/** The SQL of `readTotals`: tenant, account, from, to. */
export const TOTALS = `
SELECT coalesce(b.balance_after, 0) AS opening, coalesce(e.balance_after, 0) AS closing,
       coalesce(e.credited_after, 0) - coalesce(b.credited_after, 0) AS credited,
       coalesce(b.seq, 0) AS after, coalesce(e.seq, 0) AS up_to
FROM ledger_account a ${before('$3')} AS b ON true ${before('$4')} AS e ON true
WHERE a.tenant_id = $1 AND a.id = $2`;

type TotalsRow = {
  readonly opening: Cents;
  readonly closing: Cents;
  readonly credited: Cents;
  readonly after: bigint;
  readonly up_to: bigint;
};

export async function readTotals(
  tx: Tx,
  tenantId: number,
  account: LedgerAccountId,
  fromMs: number,
  toMs: number,
): Promise<Totals | undefined> {
  if (toMs < fromMs) throw new RangeError('a period ends before it begins');
  const row = await tx.first<TotalsRow>(TOTALS, [tenantId, account, timestamp(fromMs), timestamp(toMs)]);
  if (!row) return undefined;
  const { opening, closing, credited, after, up_to: upTo } = row;
  return { opening, closing, credited, debited: opening + credited - closing, after, upTo };
}

/** The account's last entry before a moment, looked up only where the account has an entry since. */
const beforeIf = (isSince: string, moment: string) => `
LEFT JOIN LATERAL (
  SELECT found.* FROM (${lastEntry('e.seq, e.balance_after, e.credited_after', '<', moment, 'a.id')}) AS found
   WHERE ${isSince})`;

const column = (isSince: string, found: string, now: string) =>
  `CASE WHEN ${isSince} THEN coalesce(${found}, 0) ELSE a.${now} END`;

/** The SQL of `totalsOfEach`: tenant, from, to, whether of the programme's own accounts alone, after, most. */
export const TOTALS_OF_EACH = (isOwn: boolean) => `
SELECT a.id, a.kind,
       ${column('a.is_since_from', 'b.balance_after', 'balance')} AS opening,
       ${column('a.is_since_to', 'e.balance_after', 'balance')} AS closing,
       ${column('a.is_since_to', 'e.credited_after', 'credited')}
         - ${column('a.is_since_from', 'b.credited_after', 'credited')} AS credited,
       ${column('a.is_since_from', 'b.seq', 'version')} AS after, ${column('a.is_since_to', 'e.seq', 'version')} AS up_to
  FROM (SELECT l.id, l.kind, l.balance, l.credited, l.version, coalesce(l.last_posted_at >= $2, false) AS is_since_from,
               coalesce(l.last_posted_at >= $3, false) AS is_since_to
          FROM ledger_account l
         WHERE l.tenant_id = $1 AND l.id > $4 ${isOwn ? "AND l.kind <> 'cardholder'" : ''}
         ORDER BY l.id LIMIT $5) AS a
  ${beforeIf('a.is_since_from', '$2')} AS b ON true ${beforeIf('a.is_since_to', '$3')} AS e ON true
 ORDER BY a.id`;

type EachRow = TotalsRow & { readonly id: LedgerAccountId; readonly kind: AccountKind };

export async function totalsOfEach(tx: Tx, tenantId: number, wanted: TotalsWanted): Promise<AccountTotals[]> {
  const { fromMs, toMs, isOwn, after, most } = wanted;
  if (toMs < fromMs) throw new RangeError('a period ends before it begins');
  const rows = await tx.query<EachRow>(TOTALS_OF_EACH(isOwn), [
    tenantId,
    timestamp(fromMs),
    timestamp(toMs),
    after,
    most,
  ]);
  return rows.map(({ up_to: upTo, opening, closing, credited, ...row }) => ({
    ...row,
    opening,
    closing,
    credited,
    debited: opening + credited - closing,
    upTo,
  }));
}
