import { bpayCall, type processBPayRequest } from '@wattle/contract/bpay/bpay.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { bankingDayFrom } from '../../platform/time/banking-days/banking-days.domain.ts';
import { toCents } from '../../platform/money.ts';
import { type CallInput, datesOf, isRegular, paymentKind, recurringOf } from '../payments/public.ts';
import { momentsOfHeld, planOrder } from '../transfers/public.ts';
import { type BillFacts, ofBillerToday, readBillFacts } from './bill-facts.ts';
import { judgeBill } from './judge-bill.domain.ts';

type Bill = CallInput<BodyOf<typeof processBPayRequest>>;
type Answer = {
  readonly BPayReceipt: string;
  readonly TransactionDate: string;
  readonly HeldUntil: string | null;
  readonly NewPayeesTotal?: number;
};
type Refusals = ErrorOf<typeof processBPayRequest>;

const BPAY_DATES = bpayCall.fields.dates;
const DATES_REFUSED = { error: 'bpay_date_unavailable', names: BPAY_DATES } as const;

/** A bill that is paid by BPAY, from one of a person's accounts. */
export const bpayPayment = paymentKind<Bill, BillFacts, Answer, Refusals>({
  name: 'bpay',
  isMoneyOut: true,

  read: ({ input: { person, body } }, within) => readBillFacts(within, person, body),

  decide({ input: { person, body }, facts, atBank, today }) {
    const { payer, biller } = facts;
    const dates = datesOf(body, BPAY_DATES);
    const recurring = recurringOf(dates, today, DATES_REFUSED);
    if (!recurring.ok) return recurring;
    if (!payer) return err('invalid_card_details', 'accountNumber');
    const cards = payer.cards.filter(({ methods }) => methods.has('bpay'));
    if (payer.cards.length === 0) return err('card_problem', 'accountNumber');
    if (cards.length === 0) return err('bpay_off', 'accountNumber');
    if (recurring.value && !cards.some(({ maySchedule }) => maySchedule)) return err('card_problem', 'accountNumber');
    const amount = toCents(body.amount);
    // A biller with variable references issues a new one for each bill.
    if (biller?.isVariable && isRegular(dates)) return err('bpay_date_unavailable', 'scheduleBPayWhen');
    const arrives = recurring.value ? bankingDayFrom(atBank.calendar, recurring.value.firstDay) : atBank.valueDate;
    if (!facts.reference.ok && facts.reference.error === 'not_found') return facts.reference;
    const reference = facts.reference.ok ? facts.reference.value : '';
    const refused = judgeBill({ ...body, customerReference: reference, amount, arrives }, biller);
    if (refused) return refused;
    if (!biller) return err('biller_unknown', 'billerCode');
    if (!facts.reference.ok) return facts.reference;
    const name = body.PayeeName ? body.PayeeName : biller.name;
    const order = { person, today, payer, amount, call: bpayCall, body, cards, recurring: recurring.value };
    const plan = planOrder<Refusals>(
      { ...order, history: facts.history },
      {
        kind: 'bpay',
        description: body.description ? body.description : biller.name,
        name: biller.name,
        payee: { type: PAYEE_TYPE.bpay, saved: { name, bsb: biller.code, accountNumber: reference } },
        counts: [ofBillerToday(biller, today, amount)],
        // The biller may be deleted later, so its name is stored with the payment.
        stored: { customerReference: reference, PayeeName: name },
        out: {
          method: 'bpay',
          bsb: biller.code,
          accountNumber: reference,
          reference: '',
          remitter: payer.remitter,
          valueDate: arrives,
        },
      },
    );
    if (!plan.ok) return plan;
    return ok({
      ...plan.value,
      to: atBank.settlement,
      refusals: { insufficient_funds: err('bpay_insufficient_funds', 'amount') },
      answer: (receipt) => ({ BPayReceipt: receipt.number, ...momentsOfHeld(receipt, facts.history, amount) }),
    });
  },
});
