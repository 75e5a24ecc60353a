import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { OutcomeState } from '../../../layout/outcome-page.tsx';
import { checkedPayment, type PaidTransfer } from './transfer-journey.ts';

/** Outcome of a payment that goes straight away, as far as the bank has answered. */
export type LiveOutcome = { readonly state: OutcomeState; readonly title: string; readonly text: string | null };

/**
 * Outcome of a payment that the bank was asked for by a call, which follows its answer. Null: it goes by file from the
 * start, or is not known. The receipt's progress asks for the answer.
 *
 * @param isEnabled false: the payment has not left
 */
export function useLiveOutcome(
  { values, receiptNumber }: PaidTransfer,
  name: string,
  isEnabled: boolean,
): LiveOutcome | null {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const { method, payer: accountNumber, dollars } = checkedPayment(values);
  const body = { accountNumber, receiptNumber };
  const { data } = useOperation(getPaymentCourse, { body }, { isEnabled: isEnabled && method.facts.leavesProgramme });
  const course = data?.Course;
  if (!course) return null;
  const amount = format.money(dollars);
  const says = (state: OutcomeState, key: string, text: string | null = null): LiveOutcome => ({
    state,
    title: t(`live.${key}`, { amount, name, day: format.dayInWords(course.ArrivalDate, now) }),
    text,
  });
  if (course.Rail === 'file')
    return course.SwitchedAt === null || course.State === 'Returned'
      ? null
      : says('waiting', 'switched', t('live.switchedText'));
  if (course.State === 'Settled') return says('sent', 'paid');
  if (course.State === 'Returned') return says('notSent', course.SettledAt === null ? 'notPaid' : 'returned');
  return course.IsUnsure ? says('unsure', 'unsure') : says('sent', 'onItsWay');
}
