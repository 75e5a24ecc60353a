import { err, type ErrorName, ok, type Refusal } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { internalCall, type transferInternal } from '@wattle/contract/transfers/internal.ts';
import { PAYMENT_FREQUENCY } from '@wattle/contract/rules/schedule-dates.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { toCents } from '../../../platform/money.ts';
import { type CallInput, datesOf, type Effect, paymentKind, type Plan, recurringOf } from '../../payments/public.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { momentsOfHeld, planOrder } from '../plan-order.ts';
import { findSides, type Sides } from './find-sides.ts';
import { countUnknownPayee } from './payee-guard.ts';
import { judgePayee, judgePayer, type Payer, type TransferRefusal } from './internal-transfer.domain.ts';

type Transfer = CallInput<BodyOf<typeof transferInternal>>;
type Answer = {
  readonly ReceiptNumber: string;
  readonly TransactionDate: string;
  readonly HeldUntil: string | null;
  readonly NewPayeesTotal?: number;
};

/** Pays from one of a person's accounts to another account of the same brand. */
export const internalTransfer = paymentKind<Transfer, Sides, Answer, TransferRefusal>({
  name: 'transfer.internal',
  isMoneyOut: true,

  readMany: (payments, within) =>
    findSides(
      within,
      payments.map(({ input }) => input),
    ),

  decide({ input: { person, body }, facts, today }) {
    // Fortnightly is only for other banks and bills.
    if (body.PaymentFrequency === PAYMENT_FREQUENCY.fortnightly) return err('dates_invalid', 'PaymentFrequency');
    const recurring = recurringOf(datesOf(body, TRANSFER_DATES), today, DATES_REFUSED);
    if (!recurring.ok) return recurring;
    const judged = judgePayer(facts.payer);
    if (!judged.ok) return judged;
    const payer = judged.value;
    const found = judgePayee(payer, facts.payee);
    if (facts.isBlocked) return err('payee_blocked', 'DestinationAccountName');
    if (facts.isLocked && !facts.history.isPaid) return err('payees_locked', 'DestinationAccountNumber');
    const cards = payer.cards.filter(({ methods }) => methods.has('internal'));
    if (recurring.value && !cards.some(({ maySchedule }) => maySchedule)) {
      return err('card_problem', 'MemberNumber');
    }
    const amount = toCents(body.Amount);
    const { DestinationAccountName: name, DestinationAccountNumber: accountNumber } = body;
    const order = { person, today, payer, amount, call: internalCall, body, cards, recurring: recurring.value };
    // The money of a shared account is not a nominee's own.
    const isOwn = facts.payee?.holderId === person.holderId && payer.holderId === person.holderId;
    const plan = planOrder<TransferRefusal>(
      { ...order, history: facts.history, isOwn },
      {
        kind: 'transferOut',
        description: body.Description ? body.Description : name,
        name,
        payee: { type: PAYEE_TYPE.internal, saved: { name, bsb: '', accountNumber } },
      },
    );
    if (!plan.ok) return plan;
    if (!found.ok) return ok(planOfUnknown(payer, [...(plan.value.effects ?? []), refusing(found)]));
    const { payee, ceiling } = found.value;
    return ok({
      ...plan.value,
      to: {
        ...payee,
        field: 'DestinationAccountNumber',
        ifClosed: 'required_field',
        kind: 'transferIn',
        description: body.RecipientDescription,
        ...(payer.name === null ? {} : { counterparty: payer.name }),
      },
      ceiling,
      refusals: {
        insufficient_funds: err('insufficient_funds', 'Amount'),
        above_ceiling: err('outside_load_limits', 'Amount'),
      },
      answer: (receipt) => ({ ReceiptNumber: receipt.number, ...momentsOfHeld(receipt, facts.history, amount) }),
    });
  },

  refused: ({ input }, { error, field }, within) =>
    UNPAYABLE.has(error) && field === 'DestinationAccountNumber' && input.person.isScheduled !== true
      ? countUnknownPayee(within, input.person)
      : Promise.resolve(),
});

/**
 * Plan of a payment to a number that cannot be paid: refused after everything that a new payee is asked for, so that
 * the proof comes before the answer.
 */
function planOfUnknown(payer: Payer, effects: Plan<Answer, TransferRefusal>['effects']): Plan<Answer, TransferRefusal> {
  const from = { ...payer, field: 'MemberNumber', ifClosed: 'invalid_card_details' } as const;
  const side = { ...from, kind: 'transferOut', description: '' } as const;
  return {
    from: side,
    to: side,
    amount: 0n,
    code: TRANSFER_CODE.transferOut,
    effects: effects ?? [],
    answer() {
      throw new Error('a payment to an unknown number was made');
    },
  };
}

function refusing(refusal: Refusal<TransferRefusal>): Effect<TransferRefusal> {
  return { lock: 'payeeNumber', read: async () => undefined, decide: () => refusal };
}

/** Answers that tell whether a number is of an account. */
const UNPAYABLE: ReadonlySet<ErrorName> = new Set(['required_field', 'payee_not_activated']);
const DATES_REFUSED = { error: 'dates_invalid', names: TRANSFER_DATES } as const;
