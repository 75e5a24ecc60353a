import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useEffect } from 'react';
import { Link } from '../../../router/public.ts';
import { useNow } from '../../../api/use-now.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { Payment } from '../../../journey/use-payment.ts';
import { paths } from '../../../paths.ts';
import { useStore } from '../../../observable.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ReviewPage } from '../../../ui/pages/review-page.tsx';
import type { SummaryRow } from '../../../ui/pages/summary-list.tsx';
import { cardWords } from '../../cards/public.ts';
import { whenOfDates } from '../schedule/schedule.domain.ts';
import { useArrival, useMovedArrival, usePaymentDates } from '../schedule/use-payment-dates.ts';
import { useWhenWords } from '../schedule/when-words.ts';
import { methodOf } from '../methods.ts';
import { fieldId, firstFieldId, formAt } from './form-values.ts';
import { NameNotice } from './name-answer.tsx';
import { bankAccountOf, checkedPayment, type FormValues, transferJourney } from './transfer-journey.ts';
import { isLocked, payeePlanOf } from './transfer.domain.ts';
import { usePaymentHold } from './use-payment-hold.ts';
import { useLookUp } from './use-look-up.ts';
import { useNameCheck } from './use-name-check.ts';
import { usePaidParty } from './use-paid-party.ts';

type TransferReviewProps = {
  readonly values: FormValues;
  readonly card: CardSummary;
  /** Another card can pay. */
  readonly hasChoice: boolean;
  readonly payment: Payment;
  readonly onNew: () => void;
  readonly onCancel: () => void;
};

/** Review of a transfer, with a link back to each field. */
export function TransferReview({ values: typed, card, hasChoice, payment, onNew, onCancel }: TransferReviewProps) {
  const values = useNamed(typed);
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const { isSending, trouble, confirm } = payment;
  const checked = checkedPayment(values);
  const { method, dollars, dates } = checked;
  const when = whenOfDates(dates);
  const { name } = usePaidParty(values);
  const amount = format.money(dollars);
  const nameCheck = useNameCheck(method, values, { isTyped: false });
  const arrival = useArrival(method, dates, bankAccountOf(checked));
  const hold = usePaymentHold(values, name);
  const isBill = method.pays === 'billers';
  const trick = method.trickOf(values);
  const isOwn = payeePlanOf(values) === 'own';
  return (
    <ReviewPage
      title={t(when !== 'now' ? 'confirm.titleLater' : isBill ? 'confirm.titleBill' : 'confirm.title')}
      back={{ to: formAt(fieldId('amount')), link: Link }}
      steps={{ step: 3, of: 3 }}
      amount={{
        dollars,
        note: when === 'now' ? (hold.note ?? arrival) : t(`confirm.note.${when}`),
        why: hold.why,
      }}
      rows={useRows(values, card, hasChoice, hold.note !== null)}
      notice={
        isLocked(values) || trick === null ? null : (
          <>
            {method.isFoundFirst ? null : <NameNotice {...nameCheck} />}
            <Banner tone="warning" title={t(`scam.${trick}.title`)}>
              {t(`scam.${trick}.text`)}
            </Banner>
            {hold.isUnknown || when !== 'now' ? <Banner title={t('held.before')}>{t('held.beforeText')}</Banner> : null}
          </>
        )
      }
      action={
        isSending
          ? t('confirm.sending')
          : t(
              trouble ? 'confirm.again' : when !== 'now' ? 'confirm.schedule' : isOwn ? 'own.action' : 'confirm.action',
              { amount, name },
            )
      }
      busy={isSending}
      error={trouble ? { title: t('trouble.title'), text: wordsOf(trouble.code) } : undefined}
      onConfirm={confirm}
      others={[
        { label: t('confirm.new'), way: { onPress: onNew } },
        {
          label: t(isBill || when !== 'now' ? 'confirm.cancelPayment' : 'confirm.cancel'),
          way: { onPress: onCancel },
        },
      ]}
    />
  );
}

/** Adds the looked-up name if it had not arrived when the form was left. */
function useNamed(values: FormValues): FormValues {
  const method = methodOf(values.method);
  const isNamed = !method.isNamedByLookUp || values.foundName !== '';
  const { name } = useLookUp(isNamed ? null : method.lookUp(values));
  const { state } = useStore(transferJourney.view);
  // A payment that was sent keeps the name that it was sent with.
  const isFresh = state.intent === null && state.open.length === 0;
  useEffect(() => {
    if (!isNamed && isFresh && name !== '') transferJourney.complete('form', { ...values, foundName: name });
  });
  return isNamed ? values : { ...values, foundName: name };
}

/** Back to a field of the form, which takes the focus. */
function changeAt(id: string) {
  return { to: formAt(id), link: Link };
}

function useRows(values: FormValues, card: CardSummary, hasChoice: boolean, isHeld: boolean): readonly SummaryRow[] {
  const t = useTexts('transfers');
  const format = useFormat();
  const owned = useOwnedMoney();
  const checked = checkedPayment(values);
  const { method, dollars, purpose, description, recipientDescription, dates } = checked;
  const { name, destination } = usePaidParty(values);
  const plan = payeePlanOf(values);
  const when = whenOfDates(dates);
  const whenWords = useWhenWords(method, dates);
  const arrival = useMovedArrival(method, when === 'now' ? null : dates);
  const way = usePaymentDates(method, when === 'now' ? dates : null, bankAccountOf(checked));
  const now = useNow();
  const left = card.AvailableAccountBalance - dollars;
  return [
    {
      term: t('row.to'),
      value: name,
      detail: (
        <>
          {destination}
          {plan === 'nobody' ? null : <span className="summary-list__detail">{t(`row.payee.${plan}`)}</span>}
        </>
      ),
      // For a saved payee the link leads to the choice, for a typed one to its field.
      change: isLocked(values) ? { to: paths.fundsTransfer(), link: Link } : changeAt(firstFieldId(method)),
    },
    { term: t('row.from'), value: cardWords(card), ...(hasChoice ? { change: changeAt(fieldId('card')) } : {}) },
    {
      term: t('row.amount'),
      value: format.money(dollars),
      detail:
        when !== 'now'
          ? undefined
          : left < 0
            ? t('row.tooMuch', { amount: owned(card.AvailableAccountBalance) })
            : t('row.left', { amount: owned(left) }),
      change: changeAt(fieldId('amount')),
    },
    {
      term: t('row.when'),
      value: isHeld ? t('row.held') : whenWords,
      detail: when === 'now' ? undefined : arrival,
      change: changeAt('schedule'),
    },
    ...(way?.Rail === 'call'
      ? [
          {
            term: t('row.how'),
            value: t(method.isFoundFirst ? 'row.howPayId' : 'row.howInstant'),
            detail:
              way.OtherwiseArrives === null
                ? undefined
                : t('row.howElse', { date: format.dayInWords(way.OtherwiseArrives, now) }),
          },
        ]
      : []),
    ...(purpose === ''
      ? []
      : [{ term: t('row.purpose'), value: t(`purpose.${purpose}`), change: changeAt(fieldId('purpose')) }]),
    ...(method.recipientWords && plan !== 'own'
      ? [
          {
            term: t('row.recipientDescription'),
            value: recipientDescription,
            change: changeAt(fieldId('recipientDescription')),
          },
        ]
      : []),
    ...(plan === 'own'
      ? []
      : [{ term: t('row.description'), value: description || name, change: changeAt(fieldId('description')) }]),
  ];
}
