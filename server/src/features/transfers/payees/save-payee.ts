import { randomUUID } from 'node:crypto';
import { ok } from '@wattle/contract/errors.ts';
import type { PayeeType } from '@wattle/contract/transfers/payee.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Effect, Person } from '../../payments/public.ts';
import { payeeLock, payeeOwnerOf, readPayees, savePayee } from './payee.store.ts';
import { usesSavedPayee, decidePayee, type PayeeFlags, type SavedPayee } from './saved-payees.domain.ts';

/** Effect of a payment on the saved payees of its payer; none if it names no saved payee. */
export function savingPayee(
  person: Person,
  type: PayeeType,
  flags: PayeeFlags,
): [Effect<'required_field' | 'not_found'>] | [] {
  return usesSavedPayee(flags) ? [saving(person, type, flags)] : [];
}

function saving(
  person: Person,
  type: PayeeType,
  flags: PayeeFlags,
): Effect<'required_field' | 'not_found', readonly SavedPayee[]> {
  const owner = payeeOwnerOf(person);
  const newId = randomUUID();
  return {
    lock: payeeLock(callerOf(person), type),
    async read({ ctx, tx, tenantId }) {
      const rows = await readPayees(tx, ctx.secrets, { tenantId, type, owner });
      return rows.map((row) => ({ id: row.id, name: row.name, bsb: row.bsb, accountNumber: row.account_number }));
    },
    decide(saved) {
      const decided = decidePayee(saved, flags, newId);
      if (!decided.ok) return decided;
      const payee = decided.value;
      if (!payee) return ok({ state: saved });
      return ok({
        state: [...saved.filter(({ id }) => id !== payee.id), payee],
        write: ({ ctx, tx, tenantId }) => savePayee(tx, ctx.secrets, { ...payee, tenantId, type, owner }),
        details: { payee: payee.id },
      });
    },
  };
}
