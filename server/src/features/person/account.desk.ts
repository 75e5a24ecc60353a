import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { readRefundable } from '../fees/public.ts';
import { accountNumber, deskCommand, pageInput, pageOf, refused, wholeNumber } from '../desk/public.ts';
import { readPostedRows, toPostedTransaction } from '../transactions/public.ts';
import { findAccount, listHolds } from './account.store.ts';
import { dollars } from './person.desk.ts';

const NO_ACCOUNT = refused('not_found', { field: 'account' });

/** Posted rows of an account by their place in its sequence, newest first. */
export const accountTransactionsCommand = deskCommand({
  name: 'account-transactions',
  title: 'List what was posted to an account',
  summary: 'List what was posted to an account, newest first; --before SEQUENCE shows what is older',
  permission: 'look',
  positional: 'account',
  input: z.object({ account: accountNumber, before: wholeNumber(1, 999_999_999).optional() }),
  answer: z.object({
    sequence: z.number(),
    at: z.string(),
    kind: z.string(),
    description: z.string(),
    counterparty: z.string(),
    amount: z.string(),
    balanceAfter: z.string(),
    card: z.string(),
    channel: z.string(),
    reference: z.string(),
    /** Dollars of a fee that `refund-fee` can still refund; empty for another row. */
    refundable: z.string(),
  }),
  async run({ tx, ctx, staff, input: { account: number, before } }) {
    const account = await findAccount(tx, staff.tenantId, number);
    if (!account) return NO_ACCOUNT;
    const newest = Number(account.version);
    const top = before === undefined ? newest : Math.min(before - 1, newest);
    const bottom = Math.max(0, top - ctx.config.desk.rowsShown);
    const range = { after: BigInt(bottom), upTo: BigInt(top) };
    const posted = await readPostedRows(tx, staff.tenantId, account.ledger_account_id, range);
    const fees = posted.flatMap(({ kind, seq }) => (kind === 'fee' ? [seq] : []));
    const refundable = await readRefundable(tx, staff.tenantId, account.ledger_account_id, fees);
    return {
      ok: true,
      object: `account:${account.id}`,
      hasMore: bottom > 0,
      rows: posted.map((row) => {
        const left = refundable.get(row.seq);
        const shown = toPostedTransaction(row);
        return {
          sequence: Number(row.seq),
          at: shown.TransactionDate,
          kind: shown.Kind,
          description: shown.Description,
          counterparty: shown.Counterparty ?? '',
          amount: dollars(row.amount),
          balanceAfter: dollars(row.balance_after),
          card: shown.CardEnding ?? '',
          channel: shown.Channel ?? '',
          reference: shown.Reference,
          refundable: left === undefined ? '' : dollars(left),
        };
      }),
    };
  },
});

/** Holds of an account, and until when they last. */
export const holdsCommand = deskCommand({
  name: 'holds',
  title: 'List what is held on an account',
  summary: 'List what is held on an account: purchases that wait to be cleared, and payments that wait',
  permission: 'look',
  positional: 'account',
  input: z.object({ account: accountNumber, ...pageInput }),
  answer: z.object({
    at: z.string(),
    amount: z.string(),
    why: z.string(),
    what: z.string(),
    card: z.string(),
    until: z.string(),
    reference: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const account = await findAccount(tx, staff.tenantId, input.account);
    if (!account) return NO_ACCOUNT;
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listHolds(tx, staff.tenantId, account.id, most));
    return {
      ok: true,
      object: `account:${account.id}`,
      hasMore,
      rows: shown.map((hold) => ({
        at: toInstant(hold.at),
        amount: dollars(hold.cents),
        why: hold.why,
        what: hold.what,
        card: hold.card,
        until: toInstant(hold.expires_at),
        reference: hold.reference,
      })),
    };
  },
});
