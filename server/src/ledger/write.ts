import { arrayRows } from '../platform/database/array-rows.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Books, HoldItem, Made, WrittenEvent, WrittenTransfer } from './books.domain.ts';

type Column = readonly (string | number | bigint | boolean | null)[];
type Columns = readonly (readonly [name: string, type: string, values: Column])[];

/** Rows that were read, the decisions about them and the drawn ids. */
export type Writing = { readonly before: Books; readonly after: Books; readonly ids: Made };

/** Behaviour of a statement whose key was used before. */
type WhereTaken = 'fail' | 'writeNothing';

/**
 * Builds one statement from the parts that a batch needs. Parts that insert keys come first. `gate` is
 * true when every key was free; the other parts write only then. There is no gate where a taken key fails
 * the whole statement.
 */
class Statement {
  readonly values: unknown[] = [];
  readonly #whereTaken: WhereTaken;
  readonly #keyed: string[] = [];
  readonly #isOpen: string[] = [];
  readonly #behind: string[] = [];

  constructor(whereTaken: WhereTaken) {
    this.#whereTaken = whereTaken;
  }

  value(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Rows to insert, as `i`. */
  rows(columns: Columns): string {
    const first = this.values.length + 1;
    this.values.push(...columns.map(([, , values]) => values));
    return arrayRows('i', first, Object.fromEntries(columns.map(([name, type]) => [name, type])));
  }

  /** The same to be joined with a table. */
  rowsToJoin(columns: Columns): string {
    const arrays = columns.map(([, type, values]) => this.value(values, `${type}[]`));
    return `unnest(${arrays.join(', ')}) AS i (${columns.map(([name]) => name).join(', ')})`;
  }

  /** A part that inserts `count` rows, unique by `key`. It inserts fewer when keys are taken. */
  keyed(name: string, count: number, insert: string, key: string): void {
    if (this.#whereTaken === 'fail') {
      this.#keyed.push(`${name} AS (${insert})`);
      return;
    }
    this.#keyed.push(`${name} AS (${insert} ON CONFLICT ${key} DO NOTHING RETURNING 1)`);
    this.#isOpen.push(`(SELECT count(*) FROM ${name}) = ${this.value(count, 'bigint')}`);
  }

  behind(name: string, change: string): void {
    this.#behind.push(`${name} AS (${change})`);
  }

  /** The condition of a part that depends on the gate. */
  get isOpen(): string {
    return this.#whereTaken === 'fail' ? 'true' : '(SELECT is_open FROM gate)';
  }

  text(): string {
    const gate = `gate AS MATERIALIZED (SELECT ${this.#isOpen.join(' AND ') || 'true'} AS is_open)`;
    return `WITH ${[...this.#keyed, gate, ...this.#behind].join(',\n')}\nSELECT is_open FROM gate`;
  }
}

/**
 * Writes a batch together with what follows in the transaction. Its outcomes are known beforehand. The
 * transaction fails when another connection took a key since the look-up.
 */
export function writeLater(tx: Tx, tenantId: number, writing: Writing): void {
  if (writing.after.touched.size === 0) return;
  const statement = describe(tenantId, writing, 'fail');
  tx.later(statement.text(), statement.values);
}

/**
 * Writes the outcome of one command. False when another connection took a key since the look-up; a
 * command with one key has then written nothing.
 */
export async function write(tx: Tx, tenantId: number, writing: Writing): Promise<boolean> {
  if (writing.after.touched.size === 0) return true;
  const statement = describe(tenantId, writing, 'writeNothing');
  const row = await tx.first<{ is_open: boolean }>(statement.text(), statement.values);
  return row?.is_open === true;
}

function describe(tenantId: number, { before, after, ids }: Writing, whereTaken: WhereTaken): Statement {
  const statement = new Statement(whereTaken);
  const tenant = statement.value(tenantId, 'integer');
  if (after.transfers.length > 0) addTransfers(statement, tenant, after.transfers, ids.transfers);
  if (after.placed.length > 0) addHolds(statement, tenant, after.placed, ids.holds);
  if (after.events.length > 0) addEvents(statement, tenant, after.events);
  addAccounts(statement, tenant, before, after);
  return statement;
}

/** Keys are inserted in sorted order, so that batches with the same keys do not deadlock. */
function addTransfers(
  statement: Statement,
  tenant: string,
  transfers: readonly WrittenTransfer[],
  ids: Made['transfers'],
): void {
  const of = <T>(pick: (transfer: WrittenTransfer) => T) => transfers.map(pick);
  const side = (name: 'debit' | 'credit'): Columns => [
    [name, 'bigint', of(({ item }) => item[name])],
    [`${name}_seq`, 'bigint', of((transfer) => transfer[name].seq)],
    [`${name}_balance`, 'bigint', of((transfer) => transfer[name].balance)],
    [`${name}_credited`, 'bigint', of((transfer) => transfer[name].credited)],
    [`${name}_ms`, 'bigint', of((transfer) => millis(transfer[name].postedAt))],
  ];
  const rows = statement.rows([
    ['id', 'bigint', ids.slice(0, transfers.length)],
    ['effective_ms', 'bigint', of(({ item }) => millis(item.effectiveAt))],
    ['posted_ms', 'bigint', of(({ item }) => millis(item.postedAt))],
    ['amount', 'bigint', of(({ item }) => item.amount)],
    ...side('debit'),
    ...side('credit'),
    ['code', 'smallint', of(({ item }) => item.code)],
    ['forced', 'boolean', of(({ item }) => item.forced)],
    ['hash', 'text', of(({ item }) => item.hash)],
    ['key', 'text', of(({ item }) => item.key)],
  ]);
  statement.keyed(
    'transfer_out',
    transfers.length,
    `INSERT INTO transfer (id, effective_at, posted_at, amount,
    debit_account_id, debit_seq, debit_balance, debit_credited, debit_posted_at,
    credit_account_id, credit_seq, credit_balance, credit_credited, credit_posted_at,
    tenant_id, code, forced, request_hash, key)
  OVERRIDING SYSTEM VALUE
  SELECT id, ${moment('effective_ms')}, ${moment('posted_ms')}, amount,
    debit, debit_seq, debit_balance, debit_credited, ${moment('debit_ms')},
    credit, credit_seq, credit_balance, credit_credited, ${moment('credit_ms')},
    ${tenant}, code, forced, decode(hash, 'hex'), key
  FROM ${rows} ORDER BY key`,
    '(tenant_id, key)',
  );
  const made = transfers.map(({ item }, place) => ({ item, id: ids[place] ?? null }));
  const captures = made.filter(({ item }) => item.hold !== null);
  if (captures.length > 0) {
    const captured = statement.rows([
      ['hold', 'bigint', captures.map(({ item }) => item.hold)],
      ['id', 'bigint', captures.map(({ id }) => id)],
      ['ms', 'bigint', captures.map(({ item }) => millis(item.postedAt))],
    ]);
    statement.behind(
      'captured_out',
      `INSERT INTO hold_event (hold_id, number, keep, transfer_id, at, tenant_id, kind)
  SELECT hold, 0, 0, id, ${moment('ms')}, ${tenant}, 'captured'
  FROM ${captured} WHERE ${statement.isOpen}`,
    );
  }
  const reversals = made.filter(({ item }) => item.reverses !== null);
  if (reversals.length > 0) {
    const reversed = statement.rows([
      ['reverses', 'bigint', reversals.map(({ item }) => item.reverses)],
      ['id', 'bigint', reversals.map(({ id }) => id)],
    ]);
    statement.behind(
      'reversal_out',
      `INSERT INTO reversal (transfer_id, reversal_id, tenant_id)
  SELECT reverses, id, ${tenant} FROM ${reversed} WHERE ${statement.isOpen}`,
    );
  }
}

function addHolds(statement: Statement, tenant: string, holds: readonly HoldItem[], ids: Made['holds']): void {
  const of = <T>(pick: (hold: HoldItem) => T) => holds.map(pick);
  const rows = statement.rows([
    ['id', 'bigint', ids.slice(0, holds.length)],
    ['key', 'text', of(({ key }) => key)],
    ['hash', 'text', of(({ hash }) => hash)],
    ['account_id', 'bigint', of(({ account }) => account)],
    ['amount', 'bigint', of(({ amount }) => amount)],
    ['placed_ms', 'bigint', of(({ placedAt }) => millis(placedAt))],
    ['expires_ms', 'bigint', of(({ expiresAt }) => millis(expiresAt))],
    ['forced', 'boolean', of(({ forced }) => forced)],
    ['tolerance', 'bigint', of(({ tolerance }) => tolerance)],
    ['tolerance_points', 'integer', of(({ tolerancePoints }) => tolerancePoints)],
  ]);
  statement.keyed(
    'hold_out',
    holds.length,
    `INSERT INTO hold (id, tenant_id, key, request_hash, account_id, amount, placed_at, expires_at, forced, tolerance,
                    tolerance_points)
  OVERRIDING SYSTEM VALUE
  SELECT id, ${tenant}, key, decode(hash, 'hex'), account_id, amount, ${moment('placed_ms')}, ${moment('expires_ms')},
         forced, tolerance, tolerance_points
  FROM ${rows} ORDER BY key`,
    '(tenant_id, key)',
  );
}

function addEvents(statement: Statement, tenant: string, events: readonly WrittenEvent[]): void {
  const of = <T>(pick: (event: WrittenEvent) => T) => events.map(pick);
  const rows = statement.rows([
    ['hold_id', 'bigint', of(({ hold }) => hold)],
    ['number', 'integer', of(({ number }) => number)],
    ['keep', 'bigint', of(({ keep }) => keep)],
    ['ms', 'bigint', of(({ at }) => millis(at))],
    ['kind', 'text', of(({ kind }) => kind)],
    ['key', 'text', of(({ key }) => key)],
    ['hash', 'text', of(({ hash }) => hash)],
  ]);
  statement.keyed(
    'event_out',
    events.length,
    `INSERT INTO hold_event (hold_id, number, keep, at, kind, key, request_hash, tenant_id)
  SELECT i.hold_id, i.number, i.keep, ${moment('i.ms')}, i.kind, i.key, decode(i.hash, 'hex'), ${tenant}
  FROM ${rows} ORDER BY i.key`,
    '(tenant_id, key) WHERE key IS NOT NULL',
  );
}

/** The rows are locked, so the decided values are current. `is_below_floor` is computed from the row's own floor. */
function addAccounts(statement: Statement, tenant: string, before: Books, after: Books): void {
  const accounts = [...after.touched].flatMap((id) => after.accounts.get(id) ?? []);
  const of = <T>(pick: (account: (typeof accounts)[number]) => T) => accounts.map(pick);
  const rows = statement.rowsToJoin([
    ['place', 'tid', of(({ place }) => place)],
    ['id', 'bigint', of(({ id }) => id)],
    ['balance', 'bigint', of(({ balance }) => balance)],
    ['held', 'bigint', of(({ held }) => held)],
    ['version', 'bigint', of(({ version }) => version)],
    ['credited', 'bigint', of(({ credited }) => credited)],
    ['aside', 'bigint', of(({ aside }) => aside.cents)],
    [
      'last_posted_ms',
      'bigint',
      of(({ id, version, lastPostedAt }) =>
        version === before.accounts.get(id)?.version ? null : millis(lastPostedAt),
      ),
    ],
    ['closed_ms', 'bigint', of(({ closedAt }) => (closedAt === undefined ? null : millis(closedAt)))],
  ]);
  statement.behind(
    'account_out',
    `UPDATE ledger_account la
  SET balance = i.balance, held = i.held, version = i.version, credited = i.credited, aside = i.aside,
      last_posted_at = coalesce(${moment('i.last_posted_ms')}, la.last_posted_at),
      closed_at = coalesce(${moment('i.closed_ms')}, la.closed_at),
      is_below_floor = coalesce(i.balance - i.held < la.floor, false)
  FROM ${rows}
  WHERE la.tenant_id = ${tenant} AND la.ctid = i.place AND la.id = i.id AND ${statement.isOpen}`,
  );
}

/** Times are sent as integers of milliseconds, which need no formatting and parsing. */
function millis(ms: number): bigint {
  return BigInt(Math.trunc(ms));
}

/** Converts such an integer to a timestamptz. Exact to the microsecond until the year 2242. */
function moment(column: string): string {
  return `to_timestamp(${column}::float8 / 1000)`;
}

/** Milliseconds as text that PostgreSQL parses as timestamptz. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
