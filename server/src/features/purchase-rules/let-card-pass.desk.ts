import * as z from 'zod';
import {
  becomes,
  cardInput,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  refused,
  rowNumber,
  wholeNumber,
} from '../desk/public.ts';
import { readHoldersOfCards } from '../card-facts/public.ts';
import { letPass, readVersions } from './rule.store.ts';

const HOUR_MS = 3_600_000;

const input = z.object({ card: cardInput, rule: rowNumber, hours: wholeNumber(1, 168).default(24) });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function plan({ tx, staff: { tenantId }, input: { card, rule } }: Call) {
  const [holder] = await readHoldersOfCards(tx, tenantId, new Set([card]));
  if (!holder) return refused('not_found', { field: 'card' });
  const on = (await readVersions(tx, tenantId, rule)).find(({ state }) => state === 'on');
  if (!on) return refused('not_found', { field: 'rule' });
  return { ok: true as const, name: on.name, ending: holder.last4 };
}

/** Lets a card through a rule for some hours, after its holder has confirmed what was stopped. Two people decide. */
export const letCardPassCommand = deskCommand({
  name: 'let-card-pass',
  title: 'Let a card through a rule',
  summary: 'Let a card through a rule for some hours, because its holder has confirmed what was stopped',
  permission: 'act',
  done: (_row, { hours }) => ({ words: `The rule does not act on the card for ${counted(hours, 'hour')}.` }),
  positional: 'card',
  input,
  answer: z.object({ card: z.string(), rule: z.string(), until: z.string() }),
  async check(call) {
    const planned = await plan(call);
    const { card, rule } = call.input;
    if (!planned.ok) return planned;
    return { ok: true, rows: [{ card: `card:${card}`, rule: String(rule), until: '' }], object: `card:${card}` };
  },
  async effect(call) {
    const planned = await plan(call);
    if (!planned.ok) return [];
    const { name, ending } = planned;
    return [becomes(`Rule ${name}, card ending ${ending}`, 'acts', `does not act for ${call.input.hours} hours`)];
  },
  async run(call) {
    const planned = await plan(call);
    if (!planned.ok) return planned;
    const { ctx, tx, staff, input: given } = call;
    const { card, rule, hours } = given;
    const until = ctx.clocks.business.now() + hours * HOUR_MS;
    await letPass(tx, staff.tenantId, { rule, card, until, by: staff.name });
    const row = { card: `card:${card}`, rule: String(rule), until: new Date(until).toISOString() };
    return { ok: true, rows: [row], object: `card:${card}` };
  },
});
