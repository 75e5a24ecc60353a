import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { returnFundProof } from '@wattle/contract/transfers/payment-proof.ts';
import type { returnFund } from '@wattle/contract/returns/returns.ts';
import { toDollars } from '../../platform/money.ts';
import { paymentsHeldUntil } from '../access/public.ts';
import { destinationKey, paymentKind, type CallInput, type Effect } from '../payments/public.ts';
import {
  findDestination,
  findPayingAccount,
  decideHold,
  momentsOf,
  postingOf,
  recordingDestination,
  readDestinationHistory,
  refuseDestination,
  usingProof,
  type Destination,
  type PayingAccount,
  type DestinationHistory,
} from '../transfers/public.ts';
import { findSourceCard } from './source-card.store.ts';
import { readFunds, readHeldAmount, type Funds } from './funds.store.ts';
import { refuseAsked, refuseReturn } from './return-funds.domain.ts';
import { dayAt } from '../../platform/time/clock.ts';

/** Checks under the lock that the amount is still the whole balance and nothing is in flight. */
function stillAll(
  memberAccountId: bigint,
  amount: bigint,
): Effect<'card_problem' | 'insufficient_funds' | 'kept_aside'> {
  const effect: Effect<'card_problem' | 'insufficient_funds' | 'kept_aside', Funds> = {
    lock: `returnFunds:${memberAccountId}`,
    read: ({ ctx, tx, tenantId }) => readFunds(tx, tenantId, memberAccountId, dayAt(ctx.clocks.business.now())),
    decide(funds) {
      const refused = refuseReturn(funds);
      if (refused) return refused;
      if (funds.balance !== amount) return err('card_problem', 'SourceAccountNumber');
      return ok({ state: { ...funds, balance: 0n, has_open_return: true } });
    },
  };
  return effect;
}

type Return = CallInput<BodyOf<typeof returnFund>>;
type Answer = {
  readonly ReceiptNumber: string;
  readonly TransactionDate: string;
  readonly Amount: number;
  readonly HeldUntil: string | null;
};
type Refusals = ErrorOf<typeof returnFund>;

type Facts = {
  readonly payer: PayingAccount | undefined;
  /** Whether the card of the request is one of the person's on that account. */
  readonly hasCard: boolean;
  readonly funds: Funds | undefined;
  /** Amount on the hold of a held return. */
  readonly heldAmount: bigint | undefined;
  readonly history: DestinationHistory;
  /** True within a day after a password reset. */
  readonly isHeld: boolean;
  readonly destination: Destination;
};

/** Sends the whole available balance of a card's account to a bank account chosen by its holder. */
export const returnFunds = paymentKind<Return, Facts, Answer, Refusals>({
  name: 'funds.return',
  isMoneyOut: true,

  async read({ input: { person, body }, today }, within) {
    const { tx, tenantId, ctx } = within;
    const named = { name: body.DestinationAccountName, bsb: body.DestinationBsb };
    const { DestinationBsb: bsb, DestinationAccountNumber: number } = body;
    const to = destinationKey(ctx.secrets, { method: { name: 'external' }, bsb, number });
    const [payer, card, destination, heldUntil, history, heldAmount] = await Promise.all([
      findPayingAccount(within, person, body.SourceAccountNumber),
      findSourceCard(tx, tenantId, person, body),
      findDestination(within, person.brandId, named),
      paymentsHeldUntil(tx, ctx, { tenantId, holderId: person.isScheduled ? null : person.holderId }),
      readDestinationHistory(within, person, to),
      person.holdId === undefined ? undefined : readHeldAmount(tx, tenantId, person.holdId),
    ]);
    const funds = payer && (await readFunds(tx, tenantId, payer.memberAccountId, today));
    const isHeld = heldUntil !== null;
    // The card of the request may have been replaced while the return was held.
    const hasCard = card !== undefined || person.isScheduled === true;
    return { payer, hasCard, funds, heldAmount, history, isHeld, destination };
  },

  decide({ input: { person, body }, facts, atBank, today }) {
    const { payer, funds, destination } = facts;
    if (!payer || !funds || !facts.hasCard) return err('invalid_card_details', 'SourceAccountNumber');
    const cards = payer.cards.filter(({ mayReturnFunds }) => mayReturnFunds);
    // The money of a held return is reserved, so later events do not matter.
    const isOver = facts.heldAmount !== undefined;
    const refused =
      refuseAsked({ funds: isOver ? undefined : funds, mayReturn: cards.length > 0, isHeld: facts.isHeld }) ??
      refuseDestination(destination, FIELDS);
    if (refused) return refused;
    if (facts.history.isBlocked) return err('payee_reported', 'DestinationAccountNumber');
    const amount = facts.heldAmount ?? funds.balance;
    const asked = { person, history: facts.history, cards, amount };
    const { holdUntil, effects } = decideHold(asked);
    const note = recordingDestination(asked);
    const agreed = { purpose: 'payment', content: returnFundProof(body, toDollars(amount)) } as const;
    return ok({
      ...postingOf(
        { person, today, payer, amount },
        {
          field: 'SourceAccountNumber',
          kind: 'transferOut',
          description: body.DestinationAccountName,
          name: body.DestinationAccountName,
          note,
          out: {
            method: 'external',
            bsb: body.DestinationBsb,
            accountNumber: body.DestinationAccountNumber,
            reference: 'Return of funds',
            remitter: payer.remitter,
            // A return counts towards no sum.
            countedOn: today,
            valueDate: atBank.valueDate,
            isReturn: true,
          },
        },
      ),
      to: atBank.settlement,
      effects: isOver ? [] : [stillAll(payer.memberAccountId, amount), usingProof(person, agreed), ...effects],
      refusals: { insufficient_funds: err('insufficient_funds', 'SourceAccountNumber') },
      answer: (receipt) => ({ ReceiptNumber: receipt.number, ...momentsOf(receipt), Amount: toDollars(amount) }),
      deferral: { recurring: undefined, body, note, holdUntil },
    });
  },
});

const FIELDS = { bsb: 'DestinationBsb', name: 'DestinationAccountName' };
