import * as z from 'zod';
import { becomes, type DeskCallInTransaction, deskCommand, personInput, refused } from '../desk/public.ts';
import { notifyHolder } from '../messages/public.ts';
import { countNamesOfDeath, DEATH_TAKEN_BACK_DAYS, findDeath, saveDeathTakenBack } from './death.store.ts';
import { findEndingPerson, lockPerson } from './ending.store.ts';

const DAY_MS = 86_400_000;

const input = z.object({ person: personInput });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function judge({ ctx, tx, staff, input: { person: id } }: Call) {
  const object = `holder:${id}`;
  const person = await lockPerson(tx, staff.tenantId, id);
  if (!person || person.is_erased) return refused('not_found', { field: 'person' });
  const death = person.died_on === null ? undefined : await findDeath(tx, staff.tenantId, id);
  if (!death) return refused('nothing_to_do', { field: 'person', object });
  const age = ctx.clocks.business.now() - Date.parse(death.recorded_at);
  if (age > DEATH_TAKEN_BACK_DAYS * DAY_MS) return refused('request_expired', { field: 'person', object });
  return { ok: true, person, death, object } as const;
}

/**
 * Reverses a death recorded by mistake within 30 days, with a second approval: the person can sign in with the same
 * names and password, and pay. Cards stay closed, since one may have been handed in: `allocate-card` orders new ones.
 * Scheduled payments, automatic top-ups and passkeys have to be set up again.
 */
export const takeBackDeathCommand = deskCommand({
  name: 'take-back-death',
  title: 'Undo a recorded death',
  summary: 'Take back a death that was recorded by mistake, within 30 days: holder:ID; cards are ordered anew',
  permission: 'act',
  done: () => ({
    words: 'The recorded death is undone, and the person can sign in again.',
    next: 'Cards stay closed. Give the account a new one.',
  }),
  positional: 'person',
  input,
  answer: z.object({ person: z.string(), names: z.number() }),
  async check(call: Call) {
    const found = await judge(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const { tx, staff } = call;
    const person = await findEndingPerson(tx, staff.tenantId, call.input.person);
    if (!person || person.died_on === null) return [];
    const death = await findDeath(tx, staff.tenantId, person.id);
    if (!death) return [];
    const names = await countNamesOfDeath(tx, staff.tenantId, death.id);
    return [
      becomes(person.name, `died ${person.died_on}`, 'alive'),
      becomes('Names to sign in by', '0', String(names), 'come back'),
    ];
  },
  async run(call: Call) {
    const { ctx, tx, staff } = call;
    const found = await judge(call);
    if (!found.ok) return found;
    const { person, death, object } = found;
    const taken = { id: death.id, holderId: person.id, atMs: ctx.clocks.business.now() };
    const names = await saveDeathTakenBack(tx, staff.tenantId, taken);
    await notifyHolder(tx, ctx, {
      tenantId: staff.tenantId,
      brandId: person.brand_id,
      holderId: person.id,
      template: 'deathTakenBack',
      dedupKey: `death-taken-back:${death.id}`,
      everyContact: true,
    });
    for (const account of person.member_account_ids) ctx.live.publishChanged(tx, staff.tenantId, account);
    return { ok: true, rows: [{ person: object, names }], object };
  },
});
