import { MASKED_REFERENCE } from '@wattle/contract/rules/card-numbers.ts';
import { getPaymentHold } from '@wattle/contract/transfers/payment-hold.ts';
import type { PaymentMethod as MethodName } from '@wattle/contract/rules/payment-methods.ts';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { type BankAccount, useHeldArrival, useMomentWords } from '../../settlement/public.ts';
import { whenOfDates } from '../schedule/schedule.domain.ts';
import { bankAccountOf, checkedPayment, type FormValues } from './transfer-journey.ts';
import { payeePlanOf } from './transfer.domain.ts';

export type PaymentHold = {
  /** When it leaves and arrives. Null: it is not held, as far as is known. */
  readonly note: string | null;
  readonly why: string;
  /** It may be held, and the server has not said whether. */
  readonly isUnknown: boolean;
};

type Asked = {
  readonly method: MethodName;
  /** Account that pays. */
  readonly payer: string;
  /** Null within the programme. */
  readonly bsb: string | null;
  readonly number: string;
  /** Look-up of the payee, in place of a number. */
  readonly lookUp?: string;
  readonly dollars: number;
  /** Name of the payee. */
  readonly name: string;
  /** Absent: it goes by file. */
  readonly to?: BankAccount | null;
  readonly isEnabled: boolean;
};

/** The hold of a payment before it is sent: when it leaves, when it arrives, and why. */
export function usePaymentHold(values: FormValues, name: string): PaymentHold {
  const checked = checkedPayment(values);
  const { method, payer, dollars, bsb, number, dates } = checked;
  // A masked number is known to the server by its payee alone.
  const isEnabled = whenOfDates(dates) === 'now' && payeePlanOf(values) !== 'own' && !MASKED_REFERENCE.test(number);
  return useHoldOf({
    method: method.name as MethodName,
    payer,
    bsb: method.bsb ? bsb : null,
    number,
    ...(method.isFoundFirst ? { lookUp: values.lookUpId } : {}),
    dollars,
    name,
    to: bankAccountOf(checked),
    isEnabled,
  });
}

/** The hold of a payment to an account, if it were ordered now. */
export function useHoldOf({
  method,
  payer,
  bsb,
  number,
  lookUp,
  dollars,
  name,
  to = null,
  isEnabled,
}: Asked): PaymentHold {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const momentWords = useMomentWords();
  const body = {
    Method: method,
    MemberNumber: payer,
    DestinationBSB: bsb,
    ...(lookUp === undefined ? { DestinationAccountNumber: number } : { LookUpId: lookUp }),
    Amount: dollars,
  };
  const { data, failure } = useOperation(getPaymentHold, { body }, { isEnabled });
  const heldUntil = (isEnabled ? data?.HeldUntil : null) ?? null;
  const arrival = useHeldArrival(method, heldUntil, to);
  const arrivesKey = t.has(`held.arrives.${method}`) ? `held.arrives.${method}` : 'held.arrives';
  if (heldUntil === null || !data) return { note: null, why: '', isUnknown: failure !== null };
  const leaves = t('held.leaves', { when: momentWords(heldUntil) });
  const arrives = arrival && t(arrivesKey, { date: format.dayInWords(arrival.arrives, now) });
  return {
    note: arrives === null ? leaves : t('held.lead', { arrives: leaves, why: arrives }),
    why:
      data.NewPayeesTotal > dollars
        ? t('held.whySum', { amount: format.money(data.NewPayeesTotal) })
        : t('held.whyFirst', { name }),
    isUnknown: false,
  };
}
