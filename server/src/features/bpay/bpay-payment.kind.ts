import { bpayCall, processBPayRequest } from '@wattle/contract/bpay/bpay.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf, ErrorOf } from '@wattle/contract/operation.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { bankingDayFrom } from '../../platform/time/banking-days/banking-days.domain.ts';
import { toCents } from '../../platform/money.ts';
import {
  type CallInput,
  dailyPayments,
  datesOf,
  isRegular,
  nowBody,
  paymentKind,
  type Plan,
  recurringOf,
} from '../payments/public.ts';
import { keepPaymentOut } from '../settlement/public.ts';
import { checkDestination, dailyLimitOf, savingPayee } from '../transfers/public.ts';
import { type BillFacts, ofBillerToday, readBillFacts } from './bill-facts.ts';
import { judgeBill } from './judge-bill.domain.ts';

type Bill = CallInput<BodyOf<typeof processBPayRequest>>;
type Answer = { readonly BPayReceipt: string; readonly TransactionDate: string; readonly HeldUntil: string | null };
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
    const checks = checkDestination({
      person,
      history: facts.history,
      cards,
      amount,
      today,
      content: paymentProof(processBPayRequest.name, body),
      isChange: recurring.value !== undefined || body.IsNewPayee === true || body.IsUpdatePayee === true,
      field: 'accountNumber',
      payeeField: 'customerReference',
    });
    if (!checks.ok) return checks;
    const { effects, counts, note, holdUntil } = checks.value;
    const plan: Plan<Answer, Refusals> = {
      from: {
        ...payer,
        field: 'accountNumber',
        ifClosed: 'invalid_card_details',
        kind: 'bpay',
        description: body.description ? body.description : biller.name,
        counterparty: biller.name,
      },
      to: atBank.settlement,
      amount,
      code: TRANSFER_CODE.bpay,
      countsTowards: [
        dailyPayments(today, amount, dailyLimitOf(payer, cards), 'amount'),
        ofBillerToday(biller, today, amount),
        ...counts,
      ],
      effects: [
        ...savingPayee(person, PAYEE_TYPE.bpay, {
          ...body,
          name: body.PayeeName ? body.PayeeName : biller.name,
          bsb: biller.code,
          accountNumber: reference,
        }),
        ...effects,
      ],
      refusals: { insufficient_funds: err('bpay_insufficient_funds', 'amount') },
      writes(writing, receipt) {
        note(writing, receipt);
        keepPaymentOut(writing, {
          transferId: receipt.transferId,
          memberAccountId: payer.memberAccountId,
          method: 'bpay',
          bsb: biller.code,
          accountNumber: reference,
          name: biller.name,
          reference: '',
          remitter: payer.remitter,
          amount,
          purpose: null,
          paidOn: today,
          countedOn: person.countedOn ?? today,
          valueDate: arrives,
        });
      },
      answer: ({ number, at, heldUntil }) => ({
        BPayReceipt: number,
        TransactionDate: new Date(at).toISOString(),
        HeldUntil: heldUntil,
      }),
    };
    // The biller may be deleted later, so its name is stored with the payment.
    const named = { customerReference: reference, PayeeName: body.PayeeName ? body.PayeeName : biller.name };
    const deferral = { recurring: recurring.value, body: nowBody({ ...body, ...named }, BPAY_DATES), note, holdUntil };
    return ok({ ...plan, deferral });
  },
});
