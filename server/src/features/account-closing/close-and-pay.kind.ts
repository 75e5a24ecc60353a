import { endAlertSettings } from '../alerts/public.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { monthAt } from '../../platform/time/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { closedFrom, lockCardsOf, saveStatusLater } from '../cards/public.ts';
import { accruedPostings, readAccrued } from '../interest/public.ts';
import { type Effect, paymentKind, type Posting, type PaymentTransaction } from '../payments/public.ts';
import { countActive } from '../schedules/public.ts';
import { endAutoTopupsLater } from '../topup/public.ts';
import { notifyClosedLater, waitsFor } from './close.ts';
import { type EndingAccount, findEndingAccount, saveClosedLater } from './ending.store.ts';
import { debitedSide, leaveBy, type PaidTo, type PayOutRefused, readWay, type Way } from './paid-to.ts';

export type CloseAndPay = { readonly accountNumber: string; readonly paidTo: PaidTo };

type Facts = {
  readonly account: EndingAccount | undefined;
  readonly way: Way | undefined;
  /** Interest accrued in the current month. */
  readonly interest: { readonly net: bigint; readonly postings: readonly Posting<'not_found'>[] };
};
type State = {
  readonly account: EndingAccount | undefined;
  readonly cards: Awaited<ReturnType<typeof lockCardsOf>>;
  readonly hasSchedule: boolean;
};

/** Pays out the whole balance and ends the account, its cards and its agreements in the same transaction. */
export const closeAndPay = paymentKind<
  CloseAndPay,
  Facts,
  { readonly amount: string; readonly receipt: string },
  PayOutRefused
>({
  name: 'desk.closeAndPay',
  // A payment of the programme, which restrictions on the person's payments do not affect.
  isMoneyOut: false,
  leavesAs: 'external',

  async read({ input, now }, within) {
    const account = await findEndingAccount(within, input.accountNumber);
    return {
      account,
      way: account && (await readWay(within, account, input.paidTo)),
      interest: account ? await readInterest(within, account, now) : { net: 0n, postings: [] },
    };
  },

  decide({ facts: { account, way, interest }, atBank, today }) {
    if (!account || !way) return err('not_found', 'account');
    // The accrued interest is paid with the balance.
    const amount = account.balance + interest.net;
    if (account.balance < 0n || amount <= 0n) return err('insufficient_funds', 'account');
    const leaves = leaveBy(way, { amount, today, atBank, words: 'Card balance' });
    if (!leaves.ok) return leaves;
    const { to, name } = leaves.value;
    return ok({
      from: debitedSide(account, name),
      to,
      amount,
      code: TRANSFER_CODE.transferOut,
      linkedBefore: interest.postings,
      closes: true,
      // The balance changed meanwhile, so the request has to be made again.
      refusals: {
        insufficient_funds: err('card_problem', 'account'),
        account_not_empty: err('card_problem', 'account'),
      },
      effects: [ending(account)],
      writes: leaves.value.writes,
      answer: ({ number }) => ({ amount: toDollars(amount).toFixed(2), receipt: number }),
    });
  },
});

/** Checks under the lock of the account that nothing is in flight, and ends its cards and agreements. */
function ending({ id, account_number: accountNumber }: EndingAccount): Effect<'card_problem', State> {
  const whose = { memberAccountIds: [id], holderIds: [] };
  return {
    lock: `accountEnd:${id}`,
    async read(within) {
      const { tx, tenantId } = within;
      const account = await findEndingAccount(within, accountNumber);
      const cards = await lockCardsOf(tx, tenantId, whose);
      return { account, cards, hasSchedule: (await countActive(tx, tenantId, whose)) > 0 };
    },
    decide(state) {
      const { account, cards, hasSchedule } = state;
      if (!account || account.is_closed || hasSchedule || waitsFor(account)) return err('card_problem', 'account');
      return ok({
        state: { ...state, account: { ...account, is_closed: true } },
        details: { cards: cards.length },
        write({ ctx, tx, tenantId }) {
          for (const card of cards) {
            const status = closedFrom(card.status);
            if (status) saveStatusLater(tx, tenantId, card.id, status);
          }
          endAutoTopupsLater(tx, tenantId, [id]);
          endAlertSettings(tx, tenantId, whose, monthAt(ctx.clocks.business.now()));
          saveClosedLater(tx, tenantId, id);
          notifyClosedLater(tx, ctx, tenantId, id);
        },
      });
    },
  };
}

async function readInterest(
  { tx, tenantId }: Pick<PaymentTransaction, 'tx' | 'tenantId'>,
  { id }: EndingAccount,
  now: number,
) {
  const accrued = await readAccrued(tx, tenantId, id, now);
  return { net: accrued.net, postings: await accruedPostings(tx, tenantId, accrued) };
}
