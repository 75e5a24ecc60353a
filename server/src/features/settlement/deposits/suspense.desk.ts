import { monthAt } from '../../../platform/time/clock.ts';
import * as z from 'zod';
import { dollarsOf } from '../../../platform/money.ts';
import {
  accountNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  effectOnBook,
  inDollars,
  inGroups,
  pageInput,
  pageOf,
  refused,
  rowNumber,
  wholeNumber,
} from '../../desk/public.ts';
import { findAccountOf } from './deposit-account.store.ts';
import { findSuspense, type SuspenseLine, listSuspense, maskSuspense } from './suspense.store.ts';
import type { Gap, Slip } from './near-number.domain.ts';
import { listDepositCandidates, suggestAccount } from './suggestion.store.ts';
import { suspenseRelease } from './release.kind.ts';

const WHY = {
  unknownAccount: 'unknown account',
  closedAccount: 'closed account',
  notAllowed: 'not loaded by bank',
  aboveMaximum: 'above the maximum balance',
  wentBack: 'the bank had sent it back',
  perhapsInstant: 'perhaps an instant payment of the same day',
} as const;

const WITHOUT_REASON: Readonly<Record<SuspenseLine['kind'], string>> = {
  deposit: 'fits no account',
  return: 'fits no payment, or those of several payers: see return-candidates',
  debitReturn: 'fits no debit: charge it by charge-suspense',
  paid: 'fits no payment',
  unpaid: 'fits no payment',
};

const SLIPS: Readonly<Record<Slip | Gap, string>> = {
  oneShort: 'one digit short',
  oneTooMany: 'one digit too many',
  oneOther: 'one digit differs',
  twoSwapped: 'two digits swapped',
  twoApart: 'two digits swapped',
  groupsSwapped: 'two groups of digits swapped',
  oneGroup: 'one group of digits differs',
};

/** Amount of a line in cents: negative when the bank took it. */
export function signedDollars({ kind, cents }: SuspenseLine): string {
  return dollarsOf(kind === 'debitReturn' ? -cents : cents);
}

/** Lists credits and debits of the bank that match no account. */
const suspenseCommand = deskCommand({
  name: 'suspense',
  title: 'Money without an account',
  summary:
    'Money in suspense, the oldest first: why, and when it goes back by itself. Below zero: the bank has taken it',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    answer: z.string(),
    line: z.number(),
    amount: z.string(),
    reason: z.string(),
    for: z.string(),
    from: z.string(),
    reference: z.string(),
    goesBack: z.string(),
    kind: z.string(),
    /** Account that the deposit was probably meant for: its number differs by one slip. */
    perhaps: z.string(),
    person: z.string(),
    because: z.string(),
  }),
  async run({ tx, ctx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listSuspense(tx, tenantId, most));
    const rows = [];
    for (const one of shown) {
      const inSuspense = maskSuspense(ctx.secrets, one);
      const { accountNumber: number, remitter, reference, reason, kind } = inSuspense;
      const perhaps =
        reason === 'unknownAccount' ? await suggestAccount(tx, tenantId, { number, remitter, reference }) : undefined;
      rows.push({
        answer: inSuspense.answerId,
        line: inSuspense.line,
        amount: signedDollars(inSuspense),
        reason: reason === null ? WITHOUT_REASON[kind] : WHY[reason],
        for: `${inSuspense.bsb} ${number}`,
        from: remitter,
        reference,
        goesBack: inSuspense.state === 'GoingBack' ? 'now' : (inSuspense.backOn ?? ''),
        kind,
        perhaps: perhaps?.account ?? '',
        person: perhaps?.person ?? '',
        because: perhaps ? SLIPS[perhaps.slip] : '',
      });
    }
    return { ok: true, rows, hasMore };
  },
});

/** A line in suspense, as the list shows it. */
export const suspenseLine = z.object({
  answer: rowNumber.transform(String),
  line: wholeNumber(1, 9_999_999),
});
/** Never chosen by the machine: a deposit that goes to the wrong person is hard to bring back. */
const depositCandidatesCommand = deskCommand({
  name: 'deposit-candidates',
  title: 'Accounts that a deposit may be for',
  summary: 'Accounts that a deposit in suspense may be meant for, by near numbers and names, the likeliest first',
  permission: 'look',
  input: suspenseLine,
  answer: z.object({ account: z.string(), person: z.string(), name: z.string(), because: z.string() }),
  async run({ ctx, tx, staff: { tenantId }, input: { answer: answerId, line } }) {
    const inSuspense = await findSuspense(tx, tenantId, { answerId, line });
    if (inSuspense?.state !== 'Suspense' || inSuspense.kind !== 'deposit') {
      return refused('not_found', { field: 'line' });
    }
    const { accountNumber: number, remitter, reference } = maskSuspense(ctx.secrets, inSuspense);
    const found = await listDepositCandidates(tx, tenantId, { number, remitter, reference });
    const rows = found.map(({ account, holder_id: holder, person: name, slip, isNamed }) => ({
      account,
      person: holder === null ? '' : `holder:${holder}`,
      name,
      because: [...(slip === null ? [] : [SLIPS[slip]]), ...(isNamed ? ['the name fits'] : [])].join(', '),
    }));
    return { ok: true, rows, object: `bank_answer:${answerId}` };
  },
});

const input = z.object({
  ...suspenseLine.shape,
  account: accountNumber,
});

/** Releases money from suspense to an account, with a second approval. */
const releaseCommand = deskCommand({
  name: 'release-suspense',
  title: 'Credit a deposit to an account',
  summary: 'Credit money in suspense to an account, by the answer and line that suspense shows',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} is credited to account ${inGroups(row.account)}.`,
    reference: row.receipt,
  }),
  input,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check({
    ctx,
    tx,
    staff,
    input: { answer: answerId, line, account },
  }: DeskCallInTransaction<z.output<typeof input>>) {
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId, line });
    if (!inSuspense || inSuspense.kind === 'debitReturn') return refused('not_found', { field: 'line' });
    const object = `bank_answer:${answerId}`;
    if (inSuspense.state !== 'Suspense') return refused('nothing_to_do', { object });
    const found = await findAccountOf(tx, staff.tenantId, monthAt(ctx.clocks.business.now()), account);
    if (!found || found.isClosed) return refused('not_found', { field: 'account', object });
    return { ok: true, rows: [], object };
  },
  async effect(call) {
    const { tx, staff, input: given } = call;
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId: given.answer, line: given.line });
    if (inSuspense?.state !== 'Suspense' || inSuspense.kind === 'debitReturn') return [];
    return [
      ...(await effectOnAccount(call, { number: given.account }, inSuspense.cents)),
      await effectOnBook(call, 'suspense', -inSuspense.cents),
    ];
  },
  async runAlone({ ctx, staff, input: { answer: answerId, line, account }, key, requestId }) {
    const { tenantId } = staff;
    const inSuspense = await ctx.database.read(tenantId, (tx) => findSuspense(tx, tenantId, { answerId, line }));
    const released = await ctx.payments.submit({
      tenantId,
      kind: suspenseRelease,
      key,
      requestId,
      // The actor is fixed, because a key is unique per actor and the request may be carried out by different people.
      actor: 'desk',
      input: { answerId, line, accountNumber: account },
    });
    if (!released.ok) return released.error === 'not_found' ? refused('nothing_to_do') : released;
    return {
      ok: true,
      rows: [{ account, amount: dollarsOf(inSuspense?.cents ?? 0n), receipt: released.value.receiptNumber }],
    };
  },
});

/** Commands of the desk about money in suspense. */
export const suspenseCommands = [suspenseCommand, depositCandidatesCommand, releaseCommand] as const;
