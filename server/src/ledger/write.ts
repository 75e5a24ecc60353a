import type { Tx } from '../platform/database.ts';
import type { Books, HoldItem, Made, WrittenEvent, WrittenTransfer } from './books.domain.ts';

type Column = readonly (string | number | bigint | boolean | null)[];

/**
 * A statement in the making: the parts that a batch needs. First those that write under a key;
 * `gate` says whether every key was free; then the parts that write only behind an open gate.
 */
class Statement {
  readonly values: unknown[] = [];
  readonly #keyed: string[] = [];
  readonly #isOpen: string[] = [];
  readonly #behind: string[] = [];

  value(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Rows of arrays, one for each column. */
  rows(columns: readonly (readonly [type: string, values: Column])[]): string {
    return `unnest(${columns.map(([type, values]) => this.value(values, `${type}[]`)).join(', ')})`;
  }

  /** A part that must write `count` rows: as many as there are free keys. */
  keyed(name: string, count: number, insert: string): void {
    this.#keyed.push(`${name} AS (${insert})`);
    this.#isOpen.push(`(SELECT count(*) FROM ${name}) = ${this.value(count, 'bigint')}`);
  }

  /** Rows that other parts take. */
  source(name: string, select: string): void {
    this.#keyed.push(`${name} AS MATERIALIZED (${select})`);
  }

  behind(name: string, change: string): void {
    this.#behind.push(`${name} AS (${change})`);
  }

  text(answer: string): string {
    const gate = `gate AS MATERIALIZED (SELECT ${this.#isOpen.join(' AND ') || 'true'} AS is_open)`;
    return `WITH ${[...this.#keyed, gate, ...this.#behind].join(',\n')}\n${answer}`;
  }
}

const IS_OPEN = '(SELECT is_open FROM gate)';

type Written = {
  readonly is_open: boolean;
  readonly transfers: readonly string[] | null;
  readonly holds: readonly string[] | null;
};

/**
 * Writes what was decided, with its ids, in one statement. Undefined: a key was taken by another
 * connection since it was looked up. Then a batch of one key has written nothing.
 */
export async function write(tx: Tx, tenantId: number, before: Books, after: Books): Promise<Made | undefined> {
  if (after.touched.size === 0) return { transfers: [], holds: [] };
  const statement = new Statement();
  const tenant = statement.value(tenantId, 'integer');
  if (after.transfers.length > 0) addTransfers(statement, tenant, after.transfers);
  if (after.placed.length > 0) addHolds(statement, tenant, after.placed);
  if (after.events.length > 0) addEvents(statement, tenant, after.events);
  addAccounts(statement, tenant, before, after);
  const ids = (source: string, made: readonly unknown[]) =>
    made.length > 0 ? `(SELECT array_agg(id ORDER BY place) FROM ${source})` : 'NULL';
  const answer = `SELECT is_open, ${ids('transfer_in', after.transfers)}::text[] AS transfers,
       ${ids('hold_in', after.placed)}::text[] AS holds FROM gate`;
  const row = await tx.first<Written>(statement.text(answer), statement.values);
  if (!row?.is_open) return undefined;
  return { transfers: (row.transfers ?? []).map(BigInt), holds: (row.holds ?? []).map(BigInt) };
}

/**
 * Keys go in sorted, so that two batches that want the same ones cannot wait for each other. The
 * ids were drawn before, in the order of the batch.
 */
function addTransfers(statement: Statement, tenant: string, transfers: readonly WrittenTransfer[]): void {
  const of = <T>(pick: (transfer: WrittenTransfer) => T) => transfers.map(pick);
  const rows = statement.rows([
    ['text', of(({ item }) => item.key)],
    ['text', of(({ item }) => item.hash)],
    ['smallint', of(({ item }) => item.code)],
    ['boolean', of(({ item }) => item.forced)],
    ['timestamptz', of(({ item }) => timestamp(item.effectiveAt))],
    ['timestamptz', of(({ item }) => timestamp(item.postedAt))],
    ['bigint', of(({ item }) => item.amount)],
    ['bigint', of(({ item }) => item.debit)],
    ['bigint', of(({ debit }) => debit.seq)],
    ['bigint', of(({ debit }) => debit.balance)],
    ['bigint', of(({ debit }) => debit.credited)],
    ['timestamptz', of(({ debit }) => timestamp(debit.postedAt))],
    ['bigint', of(({ item }) => item.credit)],
    ['bigint', of(({ credit }) => credit.seq)],
    ['bigint', of(({ credit }) => credit.balance)],
    ['bigint', of(({ credit }) => credit.credited)],
    ['timestamptz', of(({ credit }) => timestamp(credit.postedAt))],
    ['bigint', of(({ item }) => item.hold)],
    ['bigint', of(({ item }) => item.reverses)],
  ]);
  statement.source(
    'transfer_in',
    `SELECT nextval('transfer_id_seq') AS id, i.*
  FROM ${rows} WITH ORDINALITY AS i (key, hash, code, forced, effective_at, posted_at, amount,
    debit, debit_seq, debit_balance, debit_credited, debit_posted_at,
    credit, credit_seq, credit_balance, credit_credited, credit_posted_at, hold, reverses, place)`,
  );
  statement.keyed(
    'transfer_out',
    transfers.length,
    `INSERT INTO transfer (id, tenant_id, key, request_hash, code, forced, effective_at, posted_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, ${tenant}, key, decode(hash, 'hex'), code, forced, effective_at, posted_at FROM transfer_in ORDER BY key
  ON CONFLICT (tenant_id, key) DO NOTHING RETURNING id`,
  );
  statement.behind(
    'entry_out',
    `INSERT INTO entry (account_id, seq, transfer_id, amount, balance_after, tenant_id, posted_at, credited_after)
  SELECT debit, debit_seq, id, -amount, debit_balance, ${tenant}, debit_posted_at, debit_credited
  FROM transfer_in WHERE ${IS_OPEN}
  UNION ALL
  SELECT credit, credit_seq, id, amount, credit_balance, ${tenant}, credit_posted_at, credit_credited
  FROM transfer_in WHERE ${IS_OPEN}`,
  );
  if (transfers.some(({ item }) => item.hold !== null)) {
    statement.behind(
      'captured_out',
      `INSERT INTO hold_event (hold_id, number, keep, transfer_id, at, tenant_id, kind)
  SELECT hold, 0, 0, id, posted_at, ${tenant}, 'captured' FROM transfer_in WHERE hold IS NOT NULL AND ${IS_OPEN}`,
    );
  }
  if (transfers.some(({ item }) => item.reverses !== null)) {
    statement.behind(
      'reversal_out',
      `INSERT INTO reversal (transfer_id, reversal_id, tenant_id)
  SELECT reverses, id, ${tenant} FROM transfer_in WHERE reverses IS NOT NULL AND ${IS_OPEN}`,
    );
  }
}

function addHolds(statement: Statement, tenant: string, holds: readonly HoldItem[]): void {
  const of = <T>(pick: (hold: HoldItem) => T) => holds.map(pick);
  const rows = statement.rows([
    ['text', of(({ key }) => key)],
    ['text', of(({ hash }) => hash)],
    ['bigint', of(({ account }) => account)],
    ['bigint', of(({ amount }) => amount)],
    ['timestamptz', of(({ placedAt }) => timestamp(placedAt))],
    ['timestamptz', of(({ expiresAt }) => timestamp(expiresAt))],
    ['boolean', of(({ forced }) => forced)],
    ['bigint', of(({ tolerance }) => tolerance)],
    ['integer', of(({ tolerancePoints }) => tolerancePoints)],
  ]);
  statement.source(
    'hold_in',
    `SELECT nextval('hold_id_seq') AS id, i.*
  FROM ${rows} WITH ORDINALITY AS i (key, hash, account_id, amount, placed_at, expires_at, forced, tolerance,
    tolerance_points, place)`,
  );
  statement.keyed(
    'hold_out',
    holds.length,
    `INSERT INTO hold (id, tenant_id, key, request_hash, account_id, amount, placed_at, expires_at, forced, tolerance,
                    tolerance_points)
  OVERRIDING SYSTEM VALUE
  SELECT id, ${tenant}, key, decode(hash, 'hex'), account_id, amount, placed_at, expires_at, forced, tolerance,
         tolerance_points
  FROM hold_in ORDER BY key
  ON CONFLICT (tenant_id, key) DO NOTHING RETURNING id`,
  );
}

function addEvents(statement: Statement, tenant: string, events: readonly WrittenEvent[]): void {
  const of = <T>(pick: (event: WrittenEvent) => T) => events.map(pick);
  const rows = statement.rows([
    ['bigint', of(({ hold }) => hold)],
    ['integer', of(({ number }) => number)],
    ['bigint', of(({ keep }) => keep)],
    ['timestamptz', of(({ at }) => timestamp(at))],
    ['text', of(({ kind }) => kind)],
    ['text', of(({ key }) => key)],
    ['text', of(({ hash }) => hash)],
  ]);
  statement.keyed(
    'event_out',
    events.length,
    `INSERT INTO hold_event (hold_id, number, keep, at, kind, key, request_hash, tenant_id)
  SELECT i.hold_id, i.number, i.keep, i.at, i.kind, i.key, decode(i.hash, 'hex'), ${tenant}
  FROM ${rows} AS i (hold_id, number, keep, at, kind, key, hash) ORDER BY i.key
  ON CONFLICT (tenant_id, key) WHERE key IS NOT NULL DO NOTHING RETURNING hold_id`,
  );
}

/** The rows are locked, so what was decided is what they hold. The mark is made here, by the row's own floor. */
function addAccounts(statement: Statement, tenant: string, before: Books, after: Books): void {
  const accounts = [...after.touched].flatMap((id) => after.accounts.get(id) ?? []);
  const of = <T>(pick: (account: (typeof accounts)[number]) => T) => accounts.map(pick);
  const rows = statement.rows([
    ['bigint', of(({ id }) => id)],
    ['bigint', of(({ balance }) => balance)],
    ['bigint', of(({ held }) => held)],
    ['bigint', of(({ version }) => version)],
    ['bigint', of(({ credited }) => credited)],
    [
      'timestamptz',
      of(({ id, version, lastPostedAt }) =>
        version === before.accounts.get(id)?.version ? null : timestamp(lastPostedAt),
      ),
    ],
    ['timestamptz', of(({ closedAt }) => (closedAt === undefined ? null : timestamp(closedAt)))],
  ]);
  statement.behind(
    'account_out',
    `UPDATE ledger_account la
  SET balance = i.balance, held = i.held, version = i.version, credited = i.credited,
      last_posted_at = coalesce(i.last_posted_at, la.last_posted_at),
      closed_at = coalesce(i.closed_at, la.closed_at),
      is_below_floor = coalesce(i.balance - i.held < la.floor, false)
  FROM ${rows} AS i (id, balance, held, version, credited, last_posted_at, closed_at)
  WHERE la.tenant_id = ${tenant} AND la.id = i.id AND ${IS_OPEN}`,
  );
}

/** Milliseconds as PostgreSQL reads a timestamptz. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
