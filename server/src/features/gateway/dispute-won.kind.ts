import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { paymentKind, type PaymentTransaction, type Posting } from '../payments/public.ts';
import { readCharge, sumLate, sumRefunded, wonOf } from './booking.ts';
import { listTaken, sumWrittenOff, type TakenEntry } from './dispute.store.ts';
import { notifyWonLater } from './notify-won.ts';
import type { Charge } from './purpose.ts';

const ledger = openLedger();

type Won = Charge & {
  /** True: it had loaded an account, which gets it again. */
  readonly isLoad: boolean;
};

type Taken = TakenEntry & {
  /** Cents that the programme has written off of the account since. */
  readonly writtenOff: Cents;
};

type Facts = {
  readonly taken: readonly Taken[];
  /** Cents of refunds that were made after the chargeback, which are lost. */
  readonly late: Cents;
  readonly refunded: Cents;
  readonly gateway: bigint;
  readonly losses: bigint;
  readonly suspense: bigint;
  readonly writtenOff: bigint;
};

async function readTaken(
  { tx, tenantId }: PaymentTransaction,
  by: { readonly transferId: bigint; readonly gateway: bigint; readonly writtenOff: bigint },
): Promise<Taken[]> {
  const { transferId, gateway, writtenOff } = by;
  const taken: Taken[] = [];
  for (const entry of await listTaken(tx, tenantId, transferId, gateway)) {
    const { member_account_id: memberAccountId } = entry;
    const cents =
      memberAccountId === null ? 0n : await sumWrittenOff(tx, tenantId, { memberAccountId, transferId, writtenOff });
    taken.push({ ...entry, writtenOff: cents < entry.amount ? cents : entry.amount });
  }
  return taken;
}

async function readFacts(won: Won, within: PaymentTransaction): Promise<Facts> {
  const { tx, tenantId } = within;
  const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
  const writtenOff = await ledger.settlementAccount(tx, tenantId, 'writtenOff');
  const { charge, refunds } = await readCharge(won, within);
  const transferId = charge?.chargeback_transfer_id ?? null;
  return {
    taken: transferId === null ? [] : await readTaken(within, { transferId, gateway, writtenOff }),
    late: sumLate({ charge, refunds }),
    refunded: sumRefunded(refunds),
    gateway,
    losses: await ledger.settlementAccount(tx, tenantId, 'losses'),
    suspense: await ledger.settlementAccount(tx, tenantId, 'suspense'),
    writtenOff,
  };
}

/**
 * Books a dispute that was won: each entry of its chargeback is reversed, and the loss of a refund that was made after
 * it. An account that a top-up had loaded gets it
 * again, less what the programme has written off of it since. What was taken from the cards of an order is in suspense, because they are closed and its buyer is owed
 * something that a person decides; so is what a closed account was owed.
 */
export const disputeWon = paymentKind<Won, Facts, object, 'not_found'>({
  name: 'gateway.dispute_won',
  isMoneyOut: false,
  read: ({ input }, within) => readFacts(input, within),
  decide({ input, facts: { taken, late, refunded, gateway, losses, suspense, writtenOff } }) {
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
    const postings: Posting<'not_found'>[] = taken.flatMap((entry) => {
      const to = toOf(entry);
      const parts =
        'memberAccountId' in to
          ? [
              { to, amount: entry.amount - entry.writtenOff },
              { to: { ledgerAccountId: writtenOff }, amount: entry.writtenOff },
            ]
          : [{ to, amount: entry.amount }];
      return parts.flatMap((part) => (part.amount > 0n ? [{ from, ...part, code, forced: true }] : []));
    });
    if (late > 0n) postings.push({ from, to: { ledgerAccountId: losses }, amount: late, code, forced: true });
    // A chargeback that unpaid refunds covered has moved nothing.
    const [first = { from, to: { ledgerAccountId: losses }, amount: 0n, code }, ...linked] = postings;
    return ok({
      ...first,
      linked,
      effects: [wonOf(input, refunded)],
      writes({ ctx, tx, tenantId }, { transferId }) {
        for (const { to, amount } of postings) {
          if ('memberAccountId' in to)
            notifyWonLater(tx, ctx, tenantId, { memberAccountId: to.memberAccountId, amount, transferId });
        }
      },
      answer: () => ({}),
    });
  },
});
