import * as z from 'zod';
import { endAccess } from '../access/public.ts';
import { becomes, type DeskCallInTransaction, deskCommand, personInput, refused } from '../desk/public.ts';
import { forgetPayerLater } from '../gateway/public.ts';
import { effectOfPerson } from './ending-effects.ts';
import { findEndingPerson, lockPerson } from './ending.store.ts';
import { erase } from './erasure.store.ts';

const input = z.object({ person: personInput });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function personOf({ tx, staff, input: { person: id } }: Call) {
  const object = `holder:${id}`;
  const person = await lockPerson(tx, staff.tenantId, id);
  if (!person) return refused('not_found', { field: 'person' });
  if (person.is_erased) return refused('nothing_to_do', { field: 'person', object });
  if (person.is_here) return refused('still_here', { field: 'person', object });
  return { ok: true, person, object } as const;
}

/**
 * Erases the live data of a person whose accounts and cards are closed, with a second approval, irreversibly. Records
 * that the law requires for 7 years (ledger, audit log, issued statements, outcomes of identity checks) keep only the
 * person's id or no reference.
 */
export const erasePersonCommand = deskCommand({
  name: 'erase-person',
  title: 'Erase a person’s data',
  summary: 'Erase a person without an open account or card: holder:ID, as find shows it; the books stay',
  permission: 'act',
  done: () => ({ words: 'The person’s data is erased.', next: 'Postings stay in the books, without a name.' }),
  positional: 'person',
  input,
  answer: z.object({ person: z.string(), signIns: z.number() }),
  async check(call: Call) {
    const found = await personOf(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const person = await findEndingPerson(call.tx, call.staff.tenantId, call.input.person);
    if (!person || person.is_erased || person.is_here) return [];
    return [becomes(person.name, 'on record', 'erased', 'for ever'), ...(await effectOfPerson(call, person))];
  },
  async run(call: Call) {
    const { ctx, tx, staff } = call;
    const found = await personOf(call);
    if (!found.ok) return found;
    const { tenantId } = staff;
    const { id: holderId, web_account_ids: webAccountIds } = found.person;
    const nowMs = ctx.clocks.security.now();
    await endAccess(tx, { tenantId, webAccountIds, cardIds: [], nowMs, because: 'erased' });
    await erase(tx, { tenantId, holderId, webAccountIds, at: ctx.clocks.business.now() });
    // A payment gateway may keep something of a payer who has never saved a card.
    for (const webAccountId of webAccountIds)
      await forgetPayerLater(tx, ctx, { tenantId, webAccountId, cause: 'erased' });
    return { ok: true, rows: [{ person: found.object, signIns: webAccountIds.length }], object: found.object };
  },
});
