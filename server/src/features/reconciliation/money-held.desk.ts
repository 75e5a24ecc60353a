import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand } from '../desk/public.ts';
import { listBetween, readOwed, readTotals, sumEntries } from './compare.store.ts';

/**
 * Money of cardholders, beside the programme's account at its bank. By double entry it is what the accounts of the
 * programme come to, so that no account of a cardholder is read.
 */
const moneyHeldCommand = deskCommand({
  name: 'money-held',
  title: 'Money held for cardholders',
  summary: 'Money that is held for cardholders, and the account at the bank in the books and by its last statement',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    cardholders: z.string(),
    atBank: z.string(),
    statement: z.string(),
    until: z.string(),
    difference: z.string(),
    unexplained: z.string(),
  }),
  async run({ tx, staff: { tenantId } }) {
    const owed = await readOwed(tx, tenantId);
    if (owed === null) return { ok: true, rows: [] };
    const of = { tenantId, account: 'bank' } as const;
    const { closing, last_day: until, books, lines } = await readTotals(tx, of);
    const difference = closing === null ? null : closing - books;
    const explained = lines - (await sumEntries(tx, of));
    return {
      ok: true,
      rows: [
        {
          cardholders: dollarsOf(owed),
          atBank: dollarsOf(books),
          statement: closing === null ? '' : dollarsOf(closing),
          until: until ?? '',
          difference: difference === null ? '' : dollarsOf(difference),
          unexplained: difference === null ? '' : dollarsOf(difference - explained),
        },
      ],
    };
  },
});

/** By double entry the rows come to exactly what the bank has by the books, less what is held for cardholders. */
const moneyBetweenCommand = deskCommand({
  name: 'money-between',
  title: 'What lies between the books and the bank',
  summary: 'What lies between the money held for cardholders and the account at the bank, account by account',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    account: z.string(),
    /** Above zero: it lies at the bank beside the money of cardholders. Below: it is not at the bank yet. */
    amount: z.string(),
  }),
  async run({ tx, staff: { tenantId } }) {
    const between = await listBetween(tx, tenantId);
    return { ok: true, rows: between.map(({ kind, cents }) => ({ account: kind, amount: dollarsOf(cents) })) };
  },
});

/** Commands of the desk about the money of the programme as a whole. */
export const moneyCommands = [moneyHeldCommand, moneyBetweenCommand] as const;
