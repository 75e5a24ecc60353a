import { randomInt } from 'node:crypto';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addAccountOfRow, isAccountTaken, lockPeople, type Place } from './people.store.ts';

const MOST_DRAWS = 50;
const ledger = openLedger();

/** The number of a new account that no account of the tenant has. */
export async function drawAccountNumber(tx: Tx, tenantId: number): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const number = String(randomInt(100_000_000, 1_000_000_000));
    if (!(await isAccountTaken(tx, tenantId, number))) return number;
  }
  throw new Error('no account number is free');
}

/** Opens an empty account of a holder, or one for the person who will activate its card. */
async function open(tx: Tx, place: Place, holderId: bigint | null) {
  const { tenantId } = place;
  await lockPeople(tx, tenantId);
  const number = await drawAccountNumber(tx, tenantId);
  const ledgerAccountId = await ledger.openAccount(tx, { tenantId, kind: 'cardholder', floor: 0n });
  return { id: await addAccountOfRow(tx, place, { number, ledgerAccountId, holderId }), number };
}

/** Opens an empty account for the person who will activate its card, and returns its id. */
export async function openAccountOfNobody(tx: Tx, place: Place): Promise<bigint> {
  return (await open(tx, place, null)).id;
}

/** Opens an empty account of a holder. */
export function openAccountOf(tx: Tx, place: Place, holderId: bigint) {
  return open(tx, place, holderId);
}
