import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { paymentKind, type PaymentTransaction, type Posting } from '../payments/public.ts';
import { readCharge, sumLate, sumRefunded, wonOf } from './booking.ts';
import { listTaken, type TakenEntry } from './dispute.store.ts';
import type { Charge } from './purpose.ts';

const ledger = openLedger();

type Won = Charge & {
  /** True: it had loaded an account, which gets it again. */
  readonly isLoad: boolean;
};

type Facts = {
  readonly taken: readonly TakenEntry[];
  /** Cents of refunds that were made after the chargeback, which are lost. */
  readonly late: Cents;
  readonly refunded: Cents;
  readonly gateway: bigint;
  readonly losses: bigint;
  readonly suspense: bigint;
};

async function readFacts(won: Won, { tx, tenantId }: PaymentTransaction): Promise<Facts> {
  const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
  const { charge, refunds } = await readCharge(won, { tx, tenantId });
  const transfer = charge?.chargeback_transfer_id ?? null;
  return {
    taken: transfer === null ? [] : await listTaken(tx, tenantId, transfer, gateway),
    late: sumLate({ charge, refunds }),
    refunded: sumRefunded(refunds),
    gateway,
    losses: await ledger.settlementAccount(tx, tenantId, 'losses'),
    suspense: await ledger.settlementAccount(tx, tenantId, 'suspense'),
  };
}

/**
 * Books a dispute that was won: each entry of its chargeback is reversed, and the loss of a refund that was made after
 * it. An account that a top-up had loaded gets it
 * again. What was taken from the cards of an order is in suspense, because they are closed and its buyer is owed
 * something that a person decides; so is what a closed account was owed.
 */
export const disputeWon = paymentKind<Won, Facts, object, 'not_found'>({
  name: 'gateway.dispute_won',
  isMoneyOut: false,
  read: ({ input }, within) => readFacts(input, within),
  decide({ input, facts: { taken, late, refunded, gateway, losses, suspense } }) {
    const from = { ledgerAccountId: gateway };
    const code = TRANSFER_CODE.adjustment;
    const toOf = (entry: TakenEntry): Posting<'not_found'>['to'] => {
      const { ledger_account_id: ledgerAccountId, member_account_id: memberAccountId, is_closed: isClosed } = entry;
      if (ledgerAccountId === losses) return { ledgerAccountId: losses };
      if (memberAccountId === null || isClosed || !input.isLoad) return { ledgerAccountId: suspense };
      const description = productTexts(entry.language, 'topup')['card.wonPosted'] ?? '';
      return { ledgerAccountId, memberAccountId, ifClosed: 'not_found', kind: 'adjustment', description };
    };
    if (taken.some(({ amount }) => amount <= 0n)) return err('not_found');
    const postings = taken.map((entry) => ({ from, to: toOf(entry), amount: entry.amount, code, forced: true }));
    if (late > 0n) postings.push({ from, to: { ledgerAccountId: losses }, amount: late, code, forced: true });
    // A chargeback that unpaid refunds covered has moved nothing.
    const [first = { from, to: { ledgerAccountId: losses }, amount: 0n, code }, ...linked] = postings;
    return ok({ ...first, linked, effects: [wonOf(input, refunded)], answer: () => ({}) });
  },
});
