import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/external/direct-entry.ts';
import { useEffect } from 'react';
import { Link } from '../../../router/public.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import type { ValuesOf } from '../../../journey/journey.ts';
import type { Payment } from '../../../journey/use-payment.ts';
import { paths } from '../../../paths.ts';
import { useStore } from '../../../store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Parties } from '../../../ui/parties.tsx';
import { ReviewPage } from '../../../ui/review-page.tsx';
import type { SummaryRow } from '../../../ui/summary-list.tsx';
import { centsOf } from '../../../ui/typed-amount.ts';
import { cardWords, endingOf } from '../../cards/public.ts';
import { emptied, payeeNameOf, payeePlanOf, wayOf } from './transfer.domain.ts';
import { whenOf } from '../schedule/schedule.domain.ts';
import { useWhenWords } from '../schedule/when-words.ts';
import { NameNotice } from './name-answer.tsx';
import { FIELD_IDS } from './transfer-fields.ts';
import { transferJourney } from './transfer-journey.ts';
import { useDestination } from './use-destination.ts';
import { useLookUp } from './use-look-up.ts';

import { useNameCheck } from './use-name-check.ts';

type FormValues = ValuesOf<typeof transferJourney.steps, 'form'>;

type TransferReviewProps = {
  readonly values: FormValues;
  readonly card: CardSummary;
  /** Another card can pay. */
  readonly hasChoice: boolean;
  readonly payment: Payment;
  readonly onNew: () => void;
  readonly onCancel: () => void;
};

/** What will be sent, with a way back to each field. */
export function TransferReview({ values: typed, card, hasChoice, payment, onNew, onCancel }: TransferReviewProps) {
  const values = useNamed(typed);
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const { isSending, isInDoubt, trouble, confirm } = payment;
  const way = wayOf(values);
  const when = whenOf(values);
  const name = payeeNameOf(values);
  const dollars = dollarsOf(values);
  const amount = format.money(dollars);
  const destination = useDestination(values);
  const nameCheck = useNameCheck(values, { isTyped: false });
  const isTriedAgain = isInDoubt || trouble !== null;
  const doubt = isInDoubt ? { title: t('doubt.title'), text: t('doubt.text') } : undefined;
  return (
    <ReviewPage
      title={t(when !== 'now' ? 'confirm.titleLater' : way === 'bpay' ? 'confirm.titleBill' : 'confirm.title')}
      back={{ to: paths.fundsTransfer(), link: Link }}
      steps={{ step: 2, of: 2 }}
      amount={{ dollars, note: t(when === 'now' ? `confirm.note.${way}` : `confirm.note.${when}`) }}
      picture={
        <Parties
          from={{
            picture: card.CardThumbnail === null ? undefined : <img src={card.CardThumbnail} alt="" />,
            icon: <Icon name="card" />,
            name: card.CardName,
            detail: `·· ${endingOf(card.MaskedCardNumber)}`,
          }}
          to={{ name, detail: t(destination.key, destination.named) }}
        />
      }
      rows={useRows(values, card, hasChoice)}
      notice={
        payeePlanOf(values) === 'saved' || isInDoubt || way === 'bpay' ? null : (
          <>
            <NameNotice {...nameCheck} />
            <Banner tone="warning" title={t(`scam.${trickOf(values)}.title`)}>
              {t(`scam.${trickOf(values)}.text`)}
            </Banner>
            <Banner title={t('held.before')}>{t('held.beforeText')}</Banner>
          </>
        )
      }
      action={
        isSending
          ? t('confirm.sending')
          : t(isTriedAgain ? 'confirm.again' : when === 'now' ? 'confirm.action' : 'confirm.schedule', { amount, name })
      }
      busy={isSending}
      error={trouble ? { title: t('trouble.title'), text: wordsOf(trouble.code) } : doubt}
      onConfirm={confirm}
      others={[
        ...(isInDoubt ? [{ label: t('doubt.look'), way: { to: paths.transactions(), link: Link } }] : []),
        { label: t('confirm.new'), way: { onPress: onNew } },
        {
          label: t(
            isInDoubt ? 'doubt.leave' : way === 'bpay' || when !== 'now' ? 'confirm.cancelPayment' : 'confirm.cancel',
          ),
          way: { onPress: onCancel },
        },
      ]}
    />
  );
}

/** A biller's name that had not come when the form was left. */
function useNamed(values: FormValues): FormValues {
  const isNamed = wayOf(values) !== 'bpay' || values.billerName !== '';
  const { name } = useLookUp(isNamed ? emptied('bpay') : values);
  const { state } = useStore(transferJourney.view);
  // What was sent keeps the words that it was sent with.
  const isFresh = state.intent === null && state.open.length === 0;
  useEffect(() => {
    if (!isNamed && isFresh && name !== '') transferJourney.complete('form', { ...values, billerName: name });
  });
  return isNamed ? values : { ...values, billerName: name };
}

/** The trick to warn of before somebody new is paid: by its purpose. */
function trickOf(values: FormValues): 'housing' | 'other' | 'within' {
  if (wayOf(values) === 'internal' || values.purpose === String(TRANSFER_CATEGORY.ownInstitution)) return 'within';
  return values.purpose === String(TRANSFER_CATEGORY.housing) ? 'housing' : 'other';
}

function dollarsOf(values: FormValues): number {
  return (centsOf(values.amount) ?? 0) / 100;
}

/** Back to a field of the form, which takes the focus. */
function changeOf(field: keyof typeof FIELD_IDS) {
  return { to: `${paths.fundsTransfer()}#${FIELD_IDS[field]}`, link: Link };
}

function useRows(values: FormValues, card: CardSummary, hasChoice: boolean): readonly SummaryRow[] {
  const t = useTexts('transfers');
  const format = useFormat();
  const way = wayOf(values);
  const name = payeeNameOf(values);
  const dollars = dollarsOf(values);
  const destination = useDestination(values);
  const plan = payeePlanOf(values);
  const when = whenOf(values);
  const whenWords = useWhenWords(values);
  const left = card.AvailableAccountBalance - dollars;
  return [
    {
      term: t('row.to'),
      value: name,
      detail: (
        <>
          {t(destination.key, destination.named)}
          {plan === 'nobody' ? null : <span className="summary-list__detail">{t(`row.payee.${plan}`)}</span>}
        </>
      ),
      change: changeOf(way === 'bpay' ? 'billerCode' : 'name'),
    },
    { term: t('row.from'), value: cardWords(card), ...(hasChoice ? { change: changeOf('card') } : {}) },
    {
      term: t('row.amount'),
      value: format.money(dollars),
      detail:
        when !== 'now'
          ? undefined
          : left < 0
            ? t('row.tooMuch', { amount: format.money(card.AvailableAccountBalance) })
            : t('row.left', { amount: format.money(left) }),
      change: changeOf('amount'),
    },
    { term: t('row.when'), value: whenWords, change: { to: `${paths.fundsTransfer()}#schedule`, link: Link } },
    ...(way === 'external'
      ? [{ term: t('row.purpose'), value: t(`purpose.${values.purpose}`), change: changeOf('purpose') }]
      : []),
    ...(way === 'bpay'
      ? []
      : [
          {
            term: t('row.recipientDescription'),
            value: values.recipientDescription.trim(),
            change: changeOf('recipientDescription'),
          },
        ]),
    {
      term: t('row.description'),
      value: values.description.trim() || name,
      change: changeOf('description'),
    },
  ];
}
