import { PAYMENT_METHODS, METHOD_NAMES } from '@wattle/contract/rules/payment-methods.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { changeScheduledPayment, type ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { call } from '../../api/call.ts';
import { withProof } from '../../api/proof.ts';
import { randomId } from '../../browser/random-id.ts';
import { operationRules } from '../../form/operation-rules.ts';
import type { FieldSpec, FormRules } from '../../form/use-form.ts';
import type { Values } from '../../form/form.domain.ts';
import { amountText } from '../../ui/fields/typed-amount.ts';
import { checkSchedule, datesOfForm, type ScheduleValues } from '../transfers/public.ts';
import { isRegular } from './scheduled.domain.ts';

type Name = keyof ScheduleValues | 'amount' | 'description';
type Fields = Readonly<Record<Name, FieldSpec>>;

/** Names of the fields on the wire. */
const WIRE_NAMES = {
  Amount: 'amount',
  PaymentFrequency: 'frequency',
  FutureDate: 'futureDate',
  StartDate: 'startDate',
  EndDate: 'endDate',
  NoOfPayments: 'noOfPayments',
  Description: 'description',
} as const satisfies Record<string, Name>;

/** Payment method of a schedule, as its form needs it. */
export function methodOf({ transferType }: Pick<ScheduledPayment, 'transferType'>) {
  const name = METHOD_NAMES.find((each) => PAYMENT_METHODS[each].payeeType === transferType) ?? 'external';
  return { name, facts: PAYMENT_METHODS[name] };
}

/** Fields of the form, with what the schedule does today. */
export function fieldsOf(payment: ScheduledPayment, called: { readonly amount: string }): Fields {
  const { amount, frequency, nextDate, endDate, paymentsLeft, description } = payment;
  const isOften = isRegular(payment);
  const day = nextDate ?? '';
  return {
    amount: { initial: amountText(Math.round(amount * 100)), called: called.amount },
    schedule: { initial: isOften ? 'regular' : 'later' },
    frequency: { initial: String(frequency), isChosen: true },
    futureDate: { initial: isOften ? '' : day, isChosen: true },
    startDate: { initial: isOften ? day : '', isChosen: true },
    endAfter: {
      initial: !isOften || (endDate === null && paymentsLeft === null) ? 'never' : endDate ? 'date' : 'number',
    },
    endDate: { initial: endDate ?? '', isChosen: true },
    noOfPayments: { initial: isOften && endDate === null && paymentsLeft !== null ? String(paymentsLeft) : '' },
    description: { initial: description },
  };
}

type Given = {
  readonly fields: Fields;
  readonly accountNumber: string;
  /** The day in Melbourne. */
  readonly today: string;
  readonly onDone: (scheduledPaymentId: string) => void | Promise<void>;
};

/** Rules of the form. What is sent a second time without an answer to the first keeps its key, so it is done once. */
export function openChange(): (payment: ScheduledPayment, given: Given) => FormRules<Name> {
  const keys = new Map<string, string>();
  const keyOf = (body: object) => {
    const said = JSON.stringify(body);
    const key = keys.get(said) ?? randomId();
    keys.set(said, key);
    return key;
  };
  return (payment, { fields, accountNumber, today, onDone }) => {
    const { leavesProgramme } = methodOf(payment).facts;
    return operationRules(fields, {
      operation: changeScheduledPayment,
      names: WIRE_NAMES,
      body: (values) => bodyOf(payment, accountNumber, values),
      also: (values) => checkSchedule(values, leavesProgramme, today),
      send: (body) => {
        const Content = paymentProof(changeScheduledPayment.name, changeScheduledPayment.body.parse(body));
        const send = () => call(changeScheduledPayment, { body, idempotencyKey: keyOf(body) });
        return withProof({ Purpose: 'payment', Content }, send);
      },
      onDone: ({ scheduledPaymentId }) => onDone(scheduledPaymentId),
    });
  };
}

function bodyOf(
  payment: ScheduledPayment,
  accountNumber: string,
  values: Values<Name>,
): BodyInputOf<typeof changeScheduledPayment> {
  const { frequency, futureDate, startDate, endDate, noOfPayments } = datesOfForm(
    values,
    methodOf(payment).facts.leavesProgramme,
  );
  const cents = amountInCents(values.amount);
  return {
    scheduledPaymentId: payment.id,
    accountNumber,
    plannedDate: payment.nextDate ?? '',
    Amount: cents === null ? Number.NaN : cents / 100,
    PaymentFrequency: frequency as BodyInputOf<typeof changeScheduledPayment>['PaymentFrequency'],
    FutureDate: futureDate,
    StartDate: startDate,
    EndDate: endDate,
    NoOfPayments: noOfPayments,
    Description: lineText(values.description),
  };
}
