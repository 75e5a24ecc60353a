import { KEEP_APART } from '../platform/database/keep-apart.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Cents } from '../platform/money.ts';
import { isStorable, lockAccounts } from './accounts.ts';
import { emptyBooks } from './books.domain.ts';
import type { Books, Made, SingleItem } from './books.domain.ts';
import type { Named } from './items.ts';
import type { Command, HoldId, LedgerAccountId, TransferId } from './ledger.ts';

const ACCOUNTS_OF_HOLDS = `
SELECT id, account_id FROM hold WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;

const SIDES_OF_TRANSFERS = `
SELECT id, debit_account_id AS debit, credit_account_id AS credit, amount
FROM transfer WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;

type Sides = { readonly id: TransferId; readonly debit: bigint; readonly credit: bigint; readonly amount: Cents };

/** Rows that the commands name. A hold never changes its account, nor a transfer its sides, so no lock is needed. */
export async function readNamed(tx: Tx, tenantId: number, commands: readonly Command[]): Promise<Named> {
  const singles = commands.flatMap<Exclude<Command, { do: 'linked' }>>((command) =>
    command.do === 'linked' ? command.transfers : [command],
  );
  const holdIds = singles.flatMap((command) =>
    command.do === 'capture' || command.do === 'add' || command.do === 'release' ? [command.hold] : [],
  );
  const transferIds = singles.flatMap((command) => (command.do === 'reverse' ? [command.transfer] : []));
  const [holds, transfers] = await Promise.all([
    some<{ id: HoldId; account_id: LedgerAccountId }>(tx, ACCOUNTS_OF_HOLDS, tenantId, holdIds),
    some<Sides>(tx, SIDES_OF_TRANSFERS, tenantId, transferIds),
  ]);
  return {
    holds: new Map(holds.map((row) => [row.id, row.account_id])),
    transfers: new Map(transfers.map((row) => [row.id, row])),
  };
}

/** The rows with these ids. No statement is sent for an empty list. */
async function some<Row>(tx: Tx, sql: string, tenantId: number, all: readonly (bigint | string)[]): Promise<Row[]> {
  const ids = all.filter((id) => typeof id === 'string' || isStorable(id));
  return ids.length === 0 ? [] : tx.query<Row>(sql, [tenantId, ids]);
}

const STORED_TRANSFERS = `
SELECT t.key, t.id, encode(t.request_hash, 'hex') AS hash, t.debit_seq, t.credit_seq, t.debit_balance, t.credit_balance
FROM unnest($2::text[]) AS k (key)
JOIN LATERAL (SELECT * FROM transfer WHERE tenant_id = $1 AND key = k.key ${KEEP_APART}) AS t ON true`;

type StoredTransfer = {
  readonly key: string;
  readonly id: TransferId;
  readonly hash: string;
  readonly debit_seq: bigint;
  readonly credit_seq: bigint;
  readonly debit_balance: Cents;
  readonly credit_balance: Cents;
};

// Key by key, as above: without statistics the planner would read all rows of the tenant.
const STORED_HOLDS = `
SELECT h.key, h.id, encode(h.request_hash, 'hex') AS hash
FROM unnest($2::text[]) AS k (key)
JOIN LATERAL (SELECT * FROM hold WHERE tenant_id = $1 AND key = k.key ${KEEP_APART}) AS h ON true`;

const STORED_ADDITIONS = `
SELECT e.key, e.hold_id AS id, encode(e.request_hash, 'hex') AS hash
FROM unnest($2::text[]) AS k (key)
JOIN LATERAL (SELECT * FROM hold_event WHERE tenant_id = $1 AND key = k.key ${KEEP_APART}) AS e ON true`;

type StoredHold = { readonly key: string; readonly id: HoldId; readonly hash: string };

const HOLDS = `
SELECT h.id, h.account_id, h.tolerance, h.tolerance_points, coalesce(last.number, 0) AS events,
       CASE WHEN ended.number IS NULL THEN coalesce(last.keep, h.amount) ELSE 0 END AS keep
FROM hold h
LEFT JOIN hold_event ended ON ended.tenant_id = h.tenant_id AND ended.hold_id = h.id AND ended.number = 0
LEFT JOIN LATERAL (
  SELECT e.number, e.keep FROM hold_event e
  WHERE e.tenant_id = h.tenant_id AND e.hold_id = h.id AND e.number > 0 ORDER BY e.number DESC LIMIT 1
) AS last ON true
WHERE h.tenant_id = $1 AND h.id = ANY ($2::bigint[])`;

type HoldRow = {
  readonly id: HoldId;
  readonly account_id: LedgerAccountId;
  readonly tolerance: Cents;
  readonly tolerance_points: number;
  readonly events: number;
  readonly keep: Cents;
};

/** Drawn under the locks, so that the transaction id is assigned first. The sealer relies on it. */
const DRAW_IDS = `
SELECT ARRAY(SELECT nextval('transfer_id_seq') FROM generate_series(1, $1))::text[] AS transfers,
       ARRAY(SELECT nextval('hold_id_seq') FROM generate_series(1, $2))::text[] AS holds`;

type Drawn = { readonly transfers: readonly string[]; readonly holds: readonly string[] };

const REVERSED = `
SELECT transfer_id FROM reversal WHERE tenant_id = $1 AND transfer_id = ANY ($2::bigint[])`;

/** Whether keys are looked up, or inserted without a look-up so that a used key fails the transaction. */
export type Keys = 'mayBeTaken' | 'areNew';

/** Whether one of the keys was used before, with whatever payload. */
export async function isAnyKeyTaken(tx: Tx, tenantId: number, items: readonly SingleItem[]): Promise<boolean> {
  const keysOf = (kind: SingleItem['do']) =>
    items.flatMap((item) => (item.do === kind && 'key' in item ? [item.key] : []));
  const found = await Promise.all([
    some(tx, STORED_TRANSFERS, tenantId, keysOf('transfer')),
    some(tx, STORED_HOLDS, tenantId, keysOf('hold')),
    some(tx, STORED_ADDITIONS, tenantId, keysOf('add')),
  ]);
  return found.some((rows) => rows.length > 0);
}

/** Rows that were read under the locks, and ids for everything that the items may write. */
export type Opened = { readonly books: Books; readonly ids: Made };

/**
 * Locks all accounts of the items, reads everything that the decisions need and draws ids, in one round
 * trip. In READ COMMITTED each statement sees what was committed when it started, so the statements after
 * the lock see the newest rows.
 */
export async function readBooks(
  tx: Tx,
  tenantId: number,
  items: readonly SingleItem[],
  named: Named,
  keys: Keys,
): Promise<Opened> {
  const accounts = new Set<LedgerAccountId>();
  const asked = {
    holds: [] as HoldId[],
    transferKeys: [] as string[],
    holdKeys: [] as string[],
    additionKeys: [] as string[],
    reversed: [] as TransferId[],
  };
  const name = (hold: HoldId) => {
    asked.holds.push(hold);
    const account = named.holds.get(hold);
    if (account !== undefined) accounts.add(account);
  };
  for (const item of items) {
    switch (item.do) {
      case 'transfer':
        accounts.add(item.debit).add(item.credit);
        asked.transferKeys.push(item.key);
        if (item.hold !== null) name(item.hold);
        if (item.reverses !== null) asked.reversed.push(item.reverses);
        break;
      case 'hold':
        accounts.add(item.account);
        asked.holdKeys.push(item.key);
        break;
      case 'add':
        name(item.hold);
        asked.additionKeys.push(item.key);
        break;
      case 'release':
        name(item.hold);
        break;
      case 'close':
        accounts.add(item.account);
    }
  }
  const lookedUp = (all: readonly string[]) => (keys === 'areNew' ? [] : all);
  const [locked, holds, transfers, placed, additions, reversed, ids] = await Promise.all([
    lockAccounts(tx, tenantId, [...accounts]),
    some<HoldRow>(tx, HOLDS, tenantId, asked.holds),
    some<StoredTransfer>(tx, STORED_TRANSFERS, tenantId, lookedUp(asked.transferKeys)),
    some<StoredHold>(tx, STORED_HOLDS, tenantId, lookedUp(asked.holdKeys)),
    some<StoredHold>(tx, STORED_ADDITIONS, tenantId, lookedUp(asked.additionKeys)),
    some<{ transfer_id: TransferId }>(tx, REVERSED, tenantId, asked.reversed),
    drawIds(tx, asked.transferKeys.length, asked.holdKeys.length),
  ]);
  const books = emptyBooks();
  for (const account of locked) books.accounts.set(account.id, account);
  for (const row of holds) {
    const { id, account_id: account, keep, tolerance, tolerance_points: tolerancePoints, events } = row;
    books.holds.set(id, { id, account, keep, tolerance, tolerancePoints, events });
  }
  for (const row of transfers) {
    const posted = {
      id: row.id,
      debitSeq: row.debit_seq,
      creditSeq: row.credit_seq,
      debitBalance: row.debit_balance,
      creditBalance: row.credit_balance,
      replayed: true,
    };
    books.transferKeys.set(row.key, { hash: row.hash, answer: () => posted });
  }
  for (const { key, hash, id } of placed) books.holdKeys.set(key, { hash, answer: () => id });
  for (const { key, hash, id } of additions) books.additionKeys.set(key, { hash, answer: () => id });
  for (const row of reversed) books.reversed.add(row.transfer_id);
  return { books, ids };
}

async function drawIds(tx: Tx, transfers: number, holds: number): Promise<Made> {
  if (transfers + holds === 0) return { transfers: [], holds: [] };
  const drawn = await tx.first<Drawn>(DRAW_IDS, [transfers, holds]);
  return { transfers: drawn?.transfers.map(BigInt) ?? [], holds: drawn?.holds.map(BigInt) ?? [] };
}
