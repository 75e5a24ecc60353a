import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { payIdCall, type transferPayId } from '@wattle/contract/transfers/pay-id.ts';
import { TRANSFER_CATEGORY, TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { toCents } from '../../../platform/money.ts';
import {
  type CallInput,
  categorySum,
  datesOf,
  type Effect,
  paymentKind,
  type Person,
  recurringOf,
} from '../../payments/public.ts';
import { isOnSandboxBlockList } from '../payees/sandbox-block-list.ts';
import { findPayingAccount, type PayingAccount } from '../paying-account.ts';
import { capOf } from '../payment-caps.domain.ts';
import { momentsOfHeld, planOrder } from '../plan-order.ts';
import { paidWithin } from './own-payee.domain.ts';
import { insertOfPayment, saveAgreed } from './look-up.store.ts';
import { type PayIdFacts, readPayIdFacts } from './pay-id-facts.ts';

type Transfer = CallInput<BodyOf<typeof transferPayId>>;
type Answer = {
  readonly ReceiptNumber: string;
  readonly TransactionDate: string;
  readonly HeldUntil: string | null;
  readonly NewPayeesTotal?: number;
};
type Refusals = ErrorOf<typeof transferPayId>;
type Facts = {
  readonly payer: PayingAccount | undefined;
  /** Undefined: the person has no such look-up of this PayID. */
  readonly found: PayIdFacts | undefined;
  readonly isBlocked: boolean;
};

/** A look-up counts for a payment that is ordered within this time. */
const COUNTS_FOR_MS = 30 * 60_000;
const DATES_REFUSED = { error: 'dates_invalid', names: TRANSFER_DATES } as const;

/**
 * Pays from one of a person's accounts to a PayID that the person has looked up. What the person agreed to is the
 * account that was found; where it is one of the programme, the money stays within it.
 */
export const payIdTransfer = paymentKind<Transfer, Facts, Answer, Refusals>({
  name: 'transfer.payId',
  isMoneyOut: true,

  async read({ input: { person, body } }, within) {
    const [payer, found] = await Promise.all([
      findPayingAccount(within, person, body.MemberNumber),
      readPayIdFacts(within, person, { lookUpId: body.LookUpId, payer: body.MemberNumber }),
    ]);
    const isThis = found?.lookUp.payId === body.PayId;
    const isBlocked = isThis && isOnSandboxBlockList(within.ctx.config, found.lookUp.found.name);
    return { payer, found: isThis ? found : undefined, isBlocked };
  },

  decide({ input: { person, body }, facts: { payer, found, isBlocked }, atBank, now, today }) {
    const recurring = recurringOf(datesOf(body, TRANSFER_DATES), today, DATES_REFUSED);
    if (!recurring.ok) return recurring;
    if (!payer) return err('invalid_card_details', 'MemberNumber');
    const cards = payer.cards.filter((card) => card.methods.has('payId') && (card.maySchedule || !recurring.value));
    if (cards.length === 0) return err('card_problem', 'MemberNumber');
    if (!found || !countsFor(person, found, now)) return err('pay_id_look_up_old', 'PayId');
    const { lookUp, history, own } = found;
    if (lookUp.isMoved) return err('pay_id_moved', 'PayId');
    if (isBlocked) return err('payee_blocked', 'PayIdName');
    const within = own && paidWithin(own, payer);
    if (within && !within.ok) return within;
    const amount = toCents(body.Amount);
    const { name } = lookUp.found;
    const { PayId: payId, Message: message } = body;
    const isOwn = own?.payee?.holderId === person.holderId && own?.payerHolder === person.holderId;
    const order = { person, today, payer, amount, call: payIdCall, body, cards, recurring: recurring.value };
    const category = TRANSFER_CATEGORY.otherExpenses;
    const plan = planOrder<Refusals>(
      { ...order, history, isOwn, ...(within ? {} : { purpose: category }) },
      {
        kind: 'transferOut',
        description: body.Description ? body.Description : name,
        name,
        payee: { type: PAYEE_TYPE.payId, saved: { name, bsb: '', accountNumber: payId } },
        stored: { PayIdName: name },
        ...(within
          ? {}
          : {
              counts: [
                {
                  ...categorySum(category, today),
                  of: 'from' as const,
                  cents: amount,
                  limit: capOf(category, cards),
                  refusal: err('category_cap_reached', 'Amount'),
                },
              ],
              out: {
                method: 'payId' as const,
                bsb: '',
                accountNumber: payId,
                reference: message,
                remitter: payer.remitter,
                purpose: category,
                valueDate: atBank.valueDate,
              },
            }),
      },
    );
    if (!plan.ok) return plan;
    const { writes, effects = [] } = plan.value;
    return ok({
      ...plan.value,
      effects: [...effects, agreeing(lookUp.id, now)],
      ...(within ? { to: within.value.to(message), ceiling: within.value.ceiling } : { to: atBank.settlement }),
      writes(writing, receipt) {
        writes?.(writing, receipt);
        insertOfPayment(writing.tx, writing.tenantId, receipt.transferId, lookUp);
      },
      refusals: {
        insufficient_funds: err('insufficient_funds', 'Amount'),
        above_ceiling: err('outside_load_limits', 'Amount'),
      },
      answer: (receipt) => ({ ReceiptNumber: receipt.number, ...momentsOfHeld(receipt, history, amount) }),
    });
  },
});

/** Whether a payment may still be ordered by a look-up. A schedule keeps the one that it was made by. */
function countsFor(person: Person, { lookUp }: PayIdFacts, now: number): boolean {
  const isPlanned = person.isScheduled === true || person.replaces !== undefined;
  return (isPlanned && lookUp.isAgreed) || now - lookUp.at <= COUNTS_FOR_MS;
}

/** Notes that a payment is ordered by a look-up, which is kept with it. */
function agreeing(id: string, now: number): Effect<'not_found'> {
  return {
    lock: `payIdLookUp:${id}`,
    read: async () => undefined,
    decide: () => ok({ state: undefined, write: ({ tx, tenantId }) => saveAgreed(tx, tenantId, id, now) }),
  };
}
