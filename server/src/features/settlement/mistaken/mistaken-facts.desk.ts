import * as z from 'zod';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { toInstant } from '../../../platform/database/database.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { maskText } from '../../../platform/secrets/typed-card-numbers.ts';
import { mistakenDue } from '../../desk-cases/public.ts';
import { deskCommand, referenceNumber, refused } from '../../desk/public.ts';
import { findMistakenCase } from './mistaken-payment.store.ts';
import { otherBankDue } from './mistaken-rule.domain.ts';

/** A payment to the wrong account in one row: its payer, its destination, and the amounts that either answer moves. */
export const mistakenFactsCommand = deskCommand({
  name: 'mistaken-facts',
  title: 'Show a payment to the wrong account',
  summary: 'A payment to the wrong account with its payer, its payment and the money of either answer',
  permission: 'look',
  positional: 'mistaken',
  input: z.object({ mistaken: referenceNumber }),
  answer: z.object({
    mistaken: z.string(),
    state: z.string(),
    rule: z.string(),
    person: z.string(),
    name: z.string(),
    account: z.string(),
    receipt: z.string(),
    payment: z.string(),
    payee: z.string(),
    bank: z.string(),
    amount: z.string(),
    paid: z.string(),
    file: z.string(),
    line: z.number().nullable(),
    ifReturned: z.string(),
    ifNot: z.string(),
    asked: z.string(),
    changed: z.string(),
    /**
     * Last days on which the other bank is asked, confirms the request and returns the money, and the payer is
     * notified.
     */
    askBy: z.string(),
    acknowledgedBy: z.string(),
    backBy: z.string(),
    tellBy: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input: { mistaken } }) {
    const one = await findMistakenCase(tx, tenantId, mistaken);
    if (!one) return refused('not_found', { field: 'mistaken' });
    const calendar = await readBankingCalendar(tx);
    const reported = dayAt(Date.parse(one.asked_at));
    const isRequested = one.state === 'Requested';
    const due = otherBankDue(calendar, dayAt(Date.parse(one.changed_at)), one.rule);
    const row = {
      mistaken: one.reference,
      state: one.state,
      rule: one.rule,
      person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
      name: one.person ?? '',
      account: one.account,
      receipt: one.receipt ?? '',
      payment: one.payment_state,
      payee: maskText(ctx.secrets, one.name),
      bank: one.bsb,
      amount: dollarsOf(one.cents),
      paid: one.paid_on,
      file: one.file_name ?? '',
      line: one.line,
      ifReturned: one.payment_state === 'Returned' ? '0.00' : dollarsOf(one.cents),
      ifNot: '0.00',
      asked: toInstant(one.asked_at),
      changed: toInstant(one.changed_at),
      askBy: mistakenDue(calendar, reported, 'Asked'),
      acknowledgedBy: isRequested ? due.acknowledged : '',
      backBy: isRequested ? due.back : '',
      tellBy: mistakenDue(calendar, reported, 'Requested'),
    };
    return { ok: true, rows: [row], object: `mistaken_payment:${mistaken}` };
  },
});
