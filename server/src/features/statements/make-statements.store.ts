import { fullNameIn, nameOnCardIn } from '../../platform/text/full-name.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import type { Charges, Mark, Period, StatedAccount, Summary } from './statement.ts';

type DueRow = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly brand_id: number;
  readonly account_number: string;
  readonly holder_name: string;
  readonly name_on_card: string;
  readonly language: Language;
  readonly is_monthly: boolean;
  readonly is_on_paper: boolean;
  readonly last_day: string | null;
  readonly last_seq: bigint | null;
  readonly closing: bigint | null;
};

const DUE = `
SELECT a.id AS member_account_id, a.ledger_account_id, a.brand_id, a.account_number,
       ${fullNameIn('h')} AS holder_name, ${nameOnCardIn('h')} AS name_on_card, h.language, h.statement_frequency = 1 AS is_monthly,
       h.statement_delivery = 80 AS is_on_paper,
       m.last_day, m.last_seq, m.closing
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
LEFT JOIN statement_mark m ON m.tenant_id = a.tenant_id AND m.member_account_id = a.id
WHERE a.tenant_id = $1 AND l.version > 0
  AND (m.last_day IS NULL OR m.last_day < CASE WHEN h.statement_frequency = 1 THEN $2::date ELSE $3::date END)
ORDER BY a.id
LIMIT $4`;

/** Accounts with an ended period that is not settled. */
export async function findDueAccounts(
  tx: Tx,
  tenantId: number,
  ends: { readonly month: string; readonly halfYear: string },
  atOnce: number,
): Promise<StatedAccount[]> {
  const rows = await tx.query<DueRow>(DUE, [tenantId, ends.month, ends.halfYear, atOnce]);
  return rows.map((row) => ({
    tenantId,
    memberAccountId: row.member_account_id,
    ledgerAccountId: row.ledger_account_id,
    brandId: row.brand_id,
    accountNumber: row.account_number,
    holderName: row.holder_name,
    nameOnCard: row.name_on_card,
    language: row.language,
    isMonthly: row.is_monthly,
    isOnPaper: row.is_on_paper,
    mark:
      row.last_day === null || row.last_seq === null || row.closing === null
        ? null
        : { lastDay: row.last_day, lastSeq: row.last_seq, closing: row.closing },
  }));
}

const FIRST_ENTRY = `
SELECT (least(e.posted_at, (SELECT min(c.created_at) FROM card c
                            WHERE c.tenant_id = $1 AND c.member_account_id = $3))
        AT TIME ZONE '${PROGRAMME_ZONE}')::date AS day
FROM entry e WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq = 1`;

/** Day on which an account was opened: with its first card, or before its first row. */
export async function readFirstDay(tx: Tx, account: StatedAccount): Promise<string> {
  const row = await tx.first<{ day: string }>(FIRST_ENTRY, [
    account.tenantId,
    account.ledgerAccountId,
    account.memberAccountId,
  ]);
  if (!row) throw new Error('an account with a version has no first entry');
  return row.day;
}

const LAST_INTEREST = `
SELECT max(d.seq) AS seq
FROM transaction_detail d
JOIN entry e ON e.tenant_id = d.tenant_id AND e.account_id = d.ledger_account_id AND e.seq = d.seq
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq > $3 AND d.kind IN ('interest', 'withholdingTax')
  AND (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date <= $4::date`;

/** Last row of interest or tax of a period that was posted after its end. */
export async function readLastInterest(
  tx: Tx,
  { tenantId, ledgerAccountId }: StatedAccount,
  afterSeq: bigint,
  lastDay: string,
): Promise<bigint | null> {
  const row = await tx.first<{ seq: bigint | null }>(LAST_INTEREST, [tenantId, ledgerAccountId, afterSeq, lastDay]);
  return row?.seq ?? null;
}

const PERIOD_SUMS = `
SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS credited,
       coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint AS debited,
       coalesce(sum(e.balance_after) FILTER (WHERE e.seq = $4), 0)::bigint AS closing,
       coalesce(-sum(e.amount) FILTER (WHERE d.kind = 'fee'), 0)::bigint AS fees,
       coalesce(sum(e.amount) FILTER (WHERE d.kind = 'interest'), 0)::bigint AS interest,
       coalesce(-sum(e.amount) FILTER (WHERE d.kind = 'withholdingTax'), 0)::bigint AS tax
FROM entry e
LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4`;

type PeriodSums = Charges & { readonly credited: bigint; readonly debited: bigint; readonly closing: bigint };

/** Sums of the rows between two Sequences, and the balance after the last. */
export async function readPeriodSums(
  tx: Tx,
  { tenantId, ledgerAccountId }: StatedAccount,
  afterSeq: bigint,
  lastSeq: bigint,
): Promise<PeriodSums> {
  const row = await tx.first<PeriodSums>(PERIOD_SUMS, [tenantId, ledgerAccountId, afterSeq, lastSeq]);
  if (!row) throw new Error('a sum has no row');
  return row;
}

const YEAR_FEES = `
SELECT coalesce(-sum(e.amount), 0)::bigint AS fees
FROM entry e
JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4 AND d.kind = 'fee'`;

// By effective date, since interest of June is posted in July.
const YEAR_INTEREST = `
SELECT coalesce(sum(e.amount) FILTER (WHERE d.kind = 'interest'), 0)::bigint AS interest,
       coalesce(-sum(e.amount) FILTER (WHERE d.kind = 'withholdingTax'), 0)::bigint AS tax
FROM transaction_detail d
JOIN entry e ON e.tenant_id = d.tenant_id AND e.account_id = d.ledger_account_id AND e.seq = d.seq
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq <= $3 AND d.kind IN ('interest', 'withholdingTax')
  AND (e.effective_at AT TIME ZONE 'Australia/Melbourne')::date >= $4::date`;

/** Fees, interest and tax of a tax year between two Sequences. */
export async function readYearSums(
  tx: Tx,
  { tenantId, ledgerAccountId }: StatedAccount,
  year: {
    readonly firstDay: string;
    readonly afterSeq: bigint;
    readonly lastSeq: bigint;
    /** Sequence of the last fee. */
    readonly lastFeeSeq: bigint;
  },
): Promise<Charges> {
  const [fees, rest] = await Promise.all([
    tx.first<{ fees: bigint }>(YEAR_FEES, [tenantId, ledgerAccountId, year.afterSeq, year.lastFeeSeq]),
    tx.first<Omit<Charges, 'fees'>>(YEAR_INTEREST, [tenantId, ledgerAccountId, year.lastSeq, year.firstDay]),
  ]);
  return { fees: fees?.fees ?? 0n, interest: rest?.interest ?? 0n, tax: rest?.tax ?? 0n };
}

const START_MARK = `
INSERT INTO statement_mark (member_account_id, tenant_id, last_day, last_seq, closing)
VALUES ($1, $2, $3, 0, 0) ON CONFLICT (member_account_id) DO NOTHING`;

/** Records that an account has no history up to a day. */
export async function startMark(tx: Tx, account: StatedAccount, lastDay: string): Promise<void> {
  await tx.run(START_MARK, [account.memberAccountId, account.tenantId, lastDay]);
}

const MOVE_MARK = `
UPDATE statement_mark SET last_day = $3, last_seq = $4, closing = $5
WHERE tenant_id = $1 AND member_account_id = $2 AND last_day = $6`;

/** Settles a period. False if another server did so meanwhile. */
export async function moveMark(
  tx: Tx,
  account: StatedAccount,
  from: Mark,
  { period, ...to }: Summary,
): Promise<boolean> {
  const { tenantId, memberAccountId } = account;
  const values = [tenantId, memberAccountId, period.lastDay, to.lastSeq, to.closing, from.lastDay];
  return (await tx.run(MOVE_MARK, values)) === 1;
}

const ADD_STATEMENT = `
INSERT INTO statement (id, tenant_id, member_account_id, first_day, last_day, after_seq, last_seq, opening, closing,
                       language, body, digest, made_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

export type IssuedFile = {
  readonly id: string;
  readonly body: Buffer;
  readonly digest: Buffer;
  /** Milliseconds. */
  readonly madeAt: number;
};

/** Creates the partition for a year of statements, unless it exists. */
export async function makeStatementPart(tx: Tx, year: number): Promise<void> {
  await tx.query('SELECT make_statement_part($1)', [year]);
}

export async function addStatement(tx: Tx, account: StatedAccount, summary: Summary, file: IssuedFile): Promise<void> {
  const { firstDay, lastDay }: Period = summary.period;
  // Created ahead, unless the clock of a sandbox moved past it.
  await makeStatementPart(tx, Number(firstDay.slice(0, 4)));
  await tx.run(ADD_STATEMENT, [
    file.id,
    account.tenantId,
    account.memberAccountId,
    firstDay,
    lastDay,
    summary.afterSeq,
    summary.lastSeq,
    summary.opening,
    summary.closing,
    account.language,
    file.body,
    file.digest,
    new Date(file.madeAt),
  ]);
}
