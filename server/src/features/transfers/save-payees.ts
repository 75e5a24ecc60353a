import { randomUUID } from 'node:crypto';
import { err, type Refusal } from '@wattle/contract/errors.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import type { transferInternal } from '@wattle/contract/transfers/transfer-internal.ts';
import type { AppContext } from '../../context.ts';
import { callerOf } from '../../http/caller.ts';
import type { GroupedCall, Within } from '../../http/handle.ts';
import type { Tx } from '../../platform/database.ts';
import { lockPayees, type PayeeRow, payeeOwnerOf, readPayees, savePayeeRows } from './payee.store.ts';
import { asksForPayee, decidePayee, type SavedPayee } from './saved-payees.domain.ts';

type Call = GroupedCall<typeof transferInternal>;

/** What the calls of a batch may not have, and what they save once they are posted. */
export type JudgedPayees = {
  readonly refusals: ReadonlyMap<Call, Refusal<'required_field' | 'not_found' | 'payee_blocked'>>;
  readonly changes: ReadonlyMap<Call, SavedPayee>;
  /** Calls that have to do with saved payees, in their order. */
  readonly asking: readonly Call[];
};

/** A payee was judged beside one of the same caller that then was not saved: each must be judged alone. */
class PayeesInDoubt extends Error {}

/**
 * Judges the payees of calls in their order, each as if those before it were saved. A batch in which
 * nobody asks for a saved payee costs no statement.
 */
export async function judgePayees({ ctx, tx, tenantId }: Within, calls: readonly Call[]): Promise<JudgedPayees> {
  const refusals = new Map<Call, Refusal<'required_field' | 'not_found' | 'payee_blocked'>>();
  const changes = new Map<Call, SavedPayee>();
  for (const call of calls) {
    if (isBlocked(ctx, call)) refusals.set(call, err('payee_blocked', 'DestinationAccountName'));
  }
  const asking = calls.filter((call) => !refusals.has(call) && asksForPayee(call.body));
  const saved = asking.length === 0 ? new Map<string, SavedPayee[]>() : await readSaved(tx, tenantId, asking);
  for (const call of asking) {
    const payees = saved.get(call.caller) ?? [];
    const decided = decidePayee(payees, call.body, randomUUID());
    if (!decided.ok) refusals.set(call, decided);
    else if (decided.value) {
      const { value } = decided;
      changes.set(call, value);
      saved.set(call.caller, [...payees.filter(({ id }) => id !== value.id), value]);
    }
  }
  return { refusals, changes, asking };
}

/** The sandbox's stand-in for a list of payees that nobody may pay. */
function isBlocked({ config }: AppContext, { body }: Call): boolean {
  return config.mode !== 'production' && body.DestinationAccountName.includes('Blocked');
}

async function readSaved(tx: Tx, tenantId: number, asking: readonly Call[]): Promise<Map<string, SavedPayee[]>> {
  const callers = new Map(asking.map(({ caller, session }) => [caller, payeeOwnerOf(session)]));
  // Sent together: what is saved is read under the locks.
  const [, rows] = await Promise.all([
    lockPayees(tx, [...callers.keys()]),
    readPayees(tx, tenantId, PAYEE_TYPE.internal, [...callers.values()]),
  ]);
  return Map.groupBy(rows.map(toSaved), ({ caller }) => caller);
}

function toSaved(row: PayeeRow): SavedPayee & { readonly caller: string } {
  const caller = callerOf({ webAccountId: row.web_account_id, cardId: row.card_id });
  return { caller, id: row.id, name: row.name, accountNumber: row.account_number };
}

/** Saves what was judged, of the calls whose money has moved now. */
export function savePayees(
  { tx, tenantId }: Omit<Within, 'ctx'>,
  { changes, asking }: JudgedPayees,
  moved: ReadonlySet<Call>,
): void {
  if (changes.size === 0) return;
  for (const [place, call] of asking.entries()) {
    const isUnsaved = changes.has(call) && !moved.has(call);
    const isAlone = !asking.slice(place + 1).some(({ caller }) => caller === call.caller);
    if (isUnsaved && !isAlone) throw new PayeesInDoubt();
  }
  const latest = new Map<string, { call: Call; payee: SavedPayee }>();
  for (const [call, payee] of changes) if (moved.has(call)) latest.set(payee.id, { call, payee });
  const rows = [...latest.values()].map(({ call, payee }) => ({ ...payee, owner: payeeOwnerOf(call.session) }));
  if (rows.length > 0) savePayeeRows(tx, tenantId, PAYEE_TYPE.internal, rows);
}
