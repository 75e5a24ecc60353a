import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { toInstant } from '../../platform/database/database.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dollarsOf } from '../../platform/money.ts';
import { maskText } from '../../platform/secrets/typed-card-numbers.ts';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { listDisputes, listMistaken, listRefunds, listScams, listTold, type OpenCase } from './case.store.ts';
import { listUnreached, type Unreached } from '../receipts/public.ts';
import { caseDue, daysUntil, mistakenDue, unreachedDue } from './deadline.domain.ts';

type Due = {
  readonly kind: 'dispute' | 'mistaken' | 'scam' | 'refund' | 'told' | 'unreached';
  readonly one: OpenCase;
  readonly due: string;
};

const dayOf = ({ opened_at: at }: OpenCase) => dayAt(Date.parse(at));
const CHANNELS = { sms: 'mobile', email: 'email' } as const;
const WHY = { failing: 'fails', optedOut: 'opted out', complained: 'reported as unwanted' } as const;
/** It ends when a message reaches the person, so the person is its reference. */
const toCase = ({ person: { holder_id: id, name, since }, contacts }: Unreached): OpenCase => ({
  reference: `holder:${id}`,
  state: 'Open',
  account: null,
  holder_id: id,
  person: name,
  about: contacts.map(({ channel, why }) => `${CHANNELS[channel]} ${WHY[why]}`).join(', '),
  cents: null,
  opened_at: since,
});
const inOrder = (a: Due, b: Due) =>
  a.due === b.due ? Number(a.one.opened_at > b.one.opened_at) : a.due < b.due ? -1 : 1;

/** One list of all cases in which a person waits for an answer, by the day on which it is due. */
export const casesCommand = deskCommand({
  name: 'cases',
  title: 'Open cases',
  summary:
    'Open disputes, payments to the wrong account, scams, refunds above their purchase, what card processors told and people whom no message reaches, in one queue, those that are due soonest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    kind: z.string(),
    case: z.string(),
    state: z.string(),
    person: z.string(),
    name: z.string(),
    account: z.string(),
    about: z.string(),
    /** Empty: it is about no amount. */
    amount: z.string(),
    opened: z.string(),
    due: z.string(),
    /** Below zero: it is over. */
    daysLeft: z.number(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const today = dayAt(ctx.clocks.business.now());
    const calendar = await readBankingCalendar(tx);
    const { shown, hasMore } = await pageOf(ctx, input, async (most) => {
      const disputes = await listDisputes(tx, tenantId, most);
      const found: Due[] = disputes.map((one) => ({ kind: 'dispute', one, due: one.answer_by }));
      for (const state of ['Asked', 'Requested'] as const) {
        for (const one of await listMistaken(tx, tenantId, state, most))
          found.push({ kind: 'mistaken', one, due: mistakenDue(calendar, dayOf(one), state) });
      }
      for (const one of await listScams(tx, tenantId, most))
        found.push({ kind: 'scam', one, due: caseDue(dayOf(one)) });
      for (const one of await listRefunds(tx, tenantId, most))
        found.push({ kind: 'refund', one, due: caseDue(dayOf(one)) });
      for (const one of await listTold(tx, tenantId, most)) found.push({ kind: 'told', one, due: caseDue(dayOf(one)) });
      for (const one of (await listUnreached(tx, ctx, tenantId, most)).map(toCase))
        found.push({ kind: 'unreached', one, due: unreachedDue(calendar, dayOf(one)) });
      return found.toSorted(inOrder).slice(0, most);
    });
    const rows = shown.map(({ kind, one, due }) => ({
      kind,
      case: one.reference,
      state: one.state,
      person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
      name: one.person ?? '',
      account: one.account ?? '',
      about: maskText(ctx.secrets, one.about),
      amount: one.cents === null ? '' : dollarsOf(one.cents),
      opened: toInstant(one.opened_at),
      due,
      daysLeft: daysUntil(due, today),
    }));
    return { ok: true, rows, hasMore };
  },
});
