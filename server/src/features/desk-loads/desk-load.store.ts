import type { Tx } from '../../platform/database/database.ts';
import { transferIdOf } from '../payments/public.ts';

/** `received`: the money came to the programme's bank account. `goodwill`: the programme gives it. */
export const LOAD_TYPES = ['received', 'goodwill'] as const;
export type LoadType = (typeof LOAD_TYPES)[number];

export type DeskLoad = {
  readonly transfer_id: bigint;
  readonly member_account_id: bigint;
  readonly account_number: string;
  readonly type: LoadType;
  readonly receipt: string;
  /** Cents of the load, and its reversed cents. */
  readonly cents: bigint;
  readonly taken_back: bigint;
  readonly made_at: string;
};

type NewLoad = Pick<DeskLoad, 'transfer_id' | 'member_account_id' | 'type' | 'receipt' | 'cents'>;

const INSERT = `
INSERT INTO desk_load (tenant_id, transfer_id, member_account_id, type, receipt, cents, made_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** Keeps a load in the transaction that posts it. */
export function keepLoad(tx: Tx, tenantId: number, load: NewLoad, atMs: number): void {
  const { transfer_id, member_account_id, type, receipt, cents } = load;
  tx.later(INSERT, [tenantId, transfer_id, member_account_id, type, receipt, cents, new Date(atMs)]);
}

const COLUMNS = `l.transfer_id, l.member_account_id, a.account_number, l.type, l.receipt, l.cents, l.taken_back, l.made_at`;
const SELECT = `
SELECT ${COLUMNS} FROM desk_load l
  JOIN member_account a ON a.tenant_id = l.tenant_id AND a.id = l.member_account_id
 WHERE l.tenant_id = $1`;

/** The load of a receipt. */
export async function findLoad(tx: Tx, tenantId: number, receipt: string): Promise<DeskLoad | undefined> {
  const transferId = transferIdOf(receipt);
  if (transferId === undefined) return undefined;
  return tx.first(`${SELECT} AND l.transfer_id = $2 AND l.receipt = $3`, [tenantId, transferId, receipt]);
}

/** Loads by the desk, the newest first; of one account where it is given. */
export function listLoads(
  tx: Tx,
  tenantId: number,
  { account, most }: { readonly account: string | undefined; readonly most: number },
): Promise<DeskLoad[]> {
  const of = `AND l.member_account_id = (SELECT m.id FROM member_account m WHERE m.tenant_id = $1 AND m.account_number = $3)`;
  const where = account === undefined ? '' : of;
  const values = [tenantId, most, ...(account === undefined ? [] : [account])];
  return tx.query(`${SELECT} ${where} ORDER BY l.transfer_id DESC LIMIT $2`, values);
}

const TAKEN = 'UPDATE desk_load SET taken_back = taken_back + $3 WHERE tenant_id = $1 AND transfer_id = $2';

/** Written with the posting that takes it back. */
export function saveTakenBack(tx: Tx, tenantId: number, transferId: bigint, cents: bigint): void {
  tx.later(TAKEN, [tenantId, transferId, cents]);
}
