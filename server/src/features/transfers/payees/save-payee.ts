import { randomUUID } from 'node:crypto';
import { ok } from '@wattle/contract/errors.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payees/payee.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Effect, Person } from '../../payments/public.ts';
import { payeeLock, payeeOwnerOf, readPayees, savePayee } from './payee.store.ts';
import { asksForPayee, decidePayee, type PayeeFlags, type SavedPayee } from './saved-payees.domain.ts';

/** What a transfer does to the saved payees of its payer. None where it has to do with no saved payee. */
export function savingPayee(person: Person, flags: PayeeFlags): [Effect<'required_field' | 'not_found'>] | [] {
  return asksForPayee(flags) ? [saving(person, flags)] : [];
}

function saving(person: Person, flags: PayeeFlags): Effect<'required_field' | 'not_found', readonly SavedPayee[]> {
  const owner = payeeOwnerOf(person);
  const newId = randomUUID();
  return {
    lock: payeeLock(callerOf(person)),
    async read({ tx, tenantId }) {
      const rows = await readPayees(tx, tenantId, PAYEE_TYPE.internal, owner);
      return rows.map((row) => ({ id: row.id, name: row.name, accountNumber: row.account_number }));
    },
    decide(saved) {
      const decided = decidePayee(saved, flags, newId);
      if (!decided.ok) return decided;
      const payee = decided.value;
      if (!payee) return ok({ state: saved });
      return ok({
        state: [...saved.filter(({ id }) => id !== payee.id), payee],
        write: ({ tx, tenantId }) => savePayee(tx, tenantId, PAYEE_TYPE.internal, { ...payee, owner }),
        details: { payee: payee.id },
      });
    },
  };
}
