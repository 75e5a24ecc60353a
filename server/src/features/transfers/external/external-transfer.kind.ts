import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { externalCall, type transferExternal } from '@wattle/contract/transfers/external.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { toCents } from '../../../platform/money.ts';
import {
  type CallInput,
  categorySum,
  datesOf,
  destinationKey,
  paymentKind,
  recurringOf,
} from '../../payments/public.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { readDestinationHistory, type DestinationHistory } from '../destinations/destination-history.ts';
import { findPayingAccount, type PayingAccount } from '../paying-account.ts';
import { momentsOfHeld, planOrder } from '../plan-order.ts';
import { type Destination, findDestination } from './destination.ts';
import { refuseDestination } from './judge-destination.domain.ts';
import { capOf } from '../payment-caps.domain.ts';

type Transfer = CallInput<BodyOf<typeof transferExternal>>;
type Answer = {
  readonly ReceiptNumber: string;
  readonly TransactionDate: string;
  readonly HeldUntil: string | null;
  readonly NewPayeesTotal?: number;
};
type Refusals = ErrorOf<typeof transferExternal>;

type Facts = {
  readonly payer: PayingAccount | undefined;
  readonly destination: Destination;
  readonly history: DestinationHistory;
};

const DATES_REFUSED = { error: 'dates_invalid', names: TRANSFER_DATES } as const;
const FIELDS = { bsb: 'DestinationAccountBsb', name: 'DestinationAccountName' };

/** Pays from one of a person's accounts to an account at another bank. */
export const externalTransfer = paymentKind<Transfer, Facts, Answer, Refusals>({
  name: 'transfer.external',
  isMoneyOut: true,

  async read({ input: { person, body } }, within) {
    const named = { name: body.DestinationAccountName, bsb: body.DestinationAccountBsb };
    const { DestinationAccountBsb: bsb, DestinationAccountNumber: number } = body;
    const to = destinationKey(within.ctx.secrets, { method: { name: 'external' }, bsb, number });
    const [payer, destination, history] = await Promise.all([
      findPayingAccount(within, person, body.MemberNumber),
      findDestination(within, person.brandId, named),
      readDestinationHistory(within, person, to),
    ]);
    return { payer, destination, history };
  },

  decide({ input: { person, body }, facts, atBank, today }) {
    const { payer } = facts;
    const recurring = recurringOf(datesOf(body, TRANSFER_DATES), today, DATES_REFUSED);
    if (!recurring.ok) return recurring;
    if (!payer) return err('invalid_card_details', 'MemberNumber');
    const cards = payer.cards.filter((card) => card.methods.has('external') && (card.maySchedule || !recurring.value));
    if (cards.length === 0) return err('card_problem', 'MemberNumber');
    const refused = refuseDestination(facts.destination, FIELDS, body.Purpose);
    if (refused) return refused;
    const amount = toCents(body.Amount);
    const { DestinationAccountName: name, DestinationAccountBsb: bsb, DestinationAccountNumber: accountNumber } = body;
    const order = { person, today, payer, amount, call: externalCall, body, cards, recurring: recurring.value };
    const plan = planOrder<Refusals>(
      { ...order, history: facts.history, purpose: body.Purpose },
      {
        kind: 'transferOut',
        description: body.DescriptionPayer ? body.DescriptionPayer : name,
        name,
        payee: { type: PAYEE_TYPE.external, saved: { name, bsb, accountNumber } },
        counts: [
          {
            ...categorySum(body.Purpose, today),
            of: 'from',
            cents: amount,
            limit: capOf(body.Purpose, cards),
            refusal: err('category_cap_reached', 'Amount'),
          },
        ],
        out: {
          method: 'external',
          bsb,
          accountNumber,
          reference: body.DescriptionRecipient,
          remitter: payer.remitter,
          purpose: body.Purpose,
          valueDate: atBank.valueDate,
        },
      },
    );
    if (!plan.ok) return plan;
    return ok({
      ...plan.value,
      to: atBank.settlement,
      refusals: { insufficient_funds: err('insufficient_funds', 'Amount') },
      answer: (receipt) => ({ ReceiptNumber: receipt.number, ...momentsOfHeld(receipt, facts.history, amount) }),
    });
  },
});
