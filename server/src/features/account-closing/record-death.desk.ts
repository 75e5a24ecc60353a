import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { endAccess } from '../access/public.ts';
import { closeCards } from '../cards/public.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  inDays,
  personInput,
  refused,
} from '../desk/public.ts';
import { endAutoTopupsOf } from '../topup/public.ts';
import { stopSchedules } from '../schedules/public.ts';
import { endRelations } from './end-relations.ts';
import { keepDeath } from './death.store.ts';
import { effectOfPerson } from './ending-effects.ts';
import { findEndingPerson, lockPerson, saveDeath } from './ending.store.ts';

const input = z.object({ person: personInput, on: z.iso.date() });

type Call = DeskCallInTransaction<z.output<typeof input>>;

async function judge({ ctx, tx, staff, input: { person: id, on } }: Call) {
  const object = `holder:${id}`;
  if (on > dayAt(ctx.clocks.business.now())) return refused('input_invalid', { field: 'on', object });
  const person = await lockPerson(tx, staff.tenantId, id);
  if (!person || person.is_erased) return refused('not_found', { field: 'person' });
  if (person.died_on !== null) return refused('nothing_to_do', { field: 'person', object });
  return { ok: true, person, object } as const;
}

/**
 * Records the death of a person, with a second approval: ends their sign-ins, closes the cards of their accounts and
 * their own on others, and cancels scheduled payments. The money stays until the estate is paid.
 */
export const recordDeathCommand = deskCommand({
  name: 'record-death',
  title: 'Record a death',
  summary: 'Record a death: holder:ID, as find shows it, and its day; sign-ins, cards and scheduled payments end',
  permission: 'act',
  done: (row) => ({
    words: `The death on ${inDays(row.on)} is recorded.`,
    next: `Ended: sign-ins, ${counted(row.cards, 'card')} and ${counted(row.schedules, 'scheduled payment')}.`,
  }),
  input,
  answer: z.object({ person: z.string(), on: z.string(), cards: z.number(), schedules: z.number() }),
  async check(call: Call) {
    const found = await judge(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const person = await findEndingPerson(call.tx, call.staff.tenantId, call.input.person);
    if (!person || person.is_erased || person.died_on !== null) return [];
    return [becomes(person.name, 'alive', `died ${call.input.on}`), ...(await effectOfPerson(call, person))];
  },
  async run(call: Call) {
    const { ctx, tx, staff, input: given } = call;
    const { person: id, on } = given;
    const { tenantId } = staff;
    const found = await judge(call);
    if (!found.ok) return found;
    const { person, object } = found;
    const whose = { memberAccountIds: person.member_account_ids, holderIds: [id] };
    const schedules = await stopSchedules({ ctx, tx, tenantId }, whose);
    await endAutoTopupsOf(tx, tenantId, person.member_account_ids);
    const cardIds = await closeCards(tx, tenantId, whose);
    await saveDeath(tx, tenantId, id, on);
    await endRelations({ ctx, tx, tenantId }, whose);
    const nowMs = ctx.clocks.security.now();
    await keepDeath(tx, tenantId, { ...person, on, atMs: ctx.clocks.business.now() });
    await endAccess(tx, { tenantId, webAccountIds: person.web_account_ids, cardIds, nowMs, because: 'died' });
    for (const account of person.member_account_ids) ctx.live.publishChanged(tx, tenantId, account);
    return { ok: true, rows: [{ person: object, on, cards: cardIds.length, schedules }], object };
  },
});
