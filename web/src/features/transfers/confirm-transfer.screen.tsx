import './transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useErrorTitle } from '../../layout/page-title.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Parties } from '../../ui/parties.tsx';
import { ReviewPage } from '../../ui/review-page.tsx';
import type { SummaryRow } from '../../ui/summary-list.tsx';
import { cardWords, endingOf, useCards } from '../cards/public.ts';
import { inGroups, payeePlanOf } from './transfer.domain.ts';
import { type Draft, leaveTransfer, sendTransfer, useJourney } from './transfer-journey.ts';
import { TransferReceipt } from './transfer-receipt.tsx';
import { TransferRefused } from './transfer-refused.tsx';

const EDIT = { to: paths.fundsTransfer(), link: Link };

/** The last look before the money moves, and what came of it. */
export function ConfirmTransferScreen() {
  const t = useTexts('transfers');
  const navigate = useNavigate();
  const cards = useCards();
  const journey = useJourney(cards.key);
  const [isLeaving, setLeaving] = useState(false);
  const leaveFor = (path: string) => {
    setLeaving(true);
    leaveTransfer();
    void navigate(path);
  };
  const { draft, paid, refusal, doubt } = journey;
  const card = cards.selected;
  const isInDoubt = draft !== null && doubt?.key === draft.key && !journey.isSending;
  useErrorTitle(refusal !== null || isInDoubt);
  if (isLeaving) return null;
  if (!card || !(draft ?? paid)) return <Navigate to={paths.fundsTransfer()} replace />;
  const onNew = () => leaveFor(paths.fundsTransfer());
  return (
    <>
      <p className="visually-hidden" role="status">
        {journey.isSending ? t('confirm.sending') : null}
        {paid ? t('paymentSuccessful') : null}
        {refusal ? t('paymentFailed') : null}
      </p>
      {paid ? <TransferReceipt paid={paid} card={card} /> : null}
      {draft && refusal ? (
        <TransferRefused refusal={refusal} card={card} onNew={onNew} onCancel={() => leaveFor(paths.cardHome())} />
      ) : null}
      {draft && !refusal ? (
        <Review
          draft={draft}
          card={card}
          isSending={journey.isSending}
          isInDoubt={isInDoubt}
          onNew={onNew}
          onCancel={() => leaveFor(paths.cardHome())}
        />
      ) : null}
    </>
  );
}

type ReviewProps = {
  readonly draft: Draft;
  readonly card: CardSummary;
  readonly isSending: boolean;
  /** It was sent, and no answer came. */
  readonly isInDoubt: boolean;
  readonly onNew: () => void;
  readonly onCancel: () => void;
};

function Review({ draft, card, isSending, isInDoubt, onNew, onCancel }: ReviewProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const cache = useQueryClient();
  const { Amount, DestinationAccountName: name } = draft.body;
  const amount = format.money(Amount);
  const plan = payeePlanOf(draft.values);
  return (
    <ReviewPage
      title={t('confirm.title')}
      back={EDIT}
      steps={{ step: 2, of: 2 }}
      amount={{ dollars: Amount, note: t('confirm.atOnce') }}
      picture={
        <Parties
          from={{
            picture: card.CardThumbnail === null ? undefined : <img src={card.CardThumbnail} alt="" />,
            icon: <Icon name="card" />,
            name: card.CardName,
            detail: `·· ${endingOf(card.MaskedCardNumber)}`,
          }}
          to={{ name, detail: inGroups(draft.body.DestinationAccountNumber) }}
        />
      }
      rows={useRows(draft, card)}
      notice={
        plan === 'saved' || isInDoubt ? null : (
          <Banner tone="warning" title={t('confirm.checkTitle')}>
            {t('confirm.checkText')}
          </Banner>
        )
      }
      action={isSending ? t('confirm.sending') : t(isInDoubt ? 'confirm.again' : 'confirm.action', { amount, name })}
      busy={isSending}
      error={isInDoubt ? { title: t('doubt.title'), text: t('doubt.text') } : undefined}
      onConfirm={() => void sendTransfer(cache)}
      others={[
        ...(isInDoubt ? [{ label: t('doubt.look'), way: { to: paths.transactions(), link: Link } }] : []),
        { label: t('confirm.new'), way: { onPress: onNew } },
        { label: t(isInDoubt ? 'doubt.leave' : 'confirm.cancel'), way: { onPress: onCancel } },
      ]}
    />
  );
}

function useRows({ body, values }: Draft, card: CardSummary): readonly SummaryRow[] {
  const t = useTexts('transfers');
  const format = useFormat();
  const plan = payeePlanOf(values);
  const left = card.AvailableAccountBalance - body.Amount;
  return [
    {
      term: t('row.to'),
      value: body.DestinationAccountName,
      detail: (
        <>
          {t('row.account', { number: inGroups(body.DestinationAccountNumber) })}
          {plan === 'nobody' ? null : <span className="summary-list__detail">{t(`row.payee.${plan}`)}</span>}
        </>
      ),
      change: EDIT,
    },
    { term: t('row.from'), value: cardWords(card), change: EDIT },
    {
      term: t('row.amount'),
      value: format.money(body.Amount),
      detail:
        left < 0
          ? t('row.tooMuch', { amount: format.money(card.AvailableAccountBalance) })
          : t('row.left', { amount: format.money(left) }),
      change: EDIT,
    },
    { term: t('row.when'), value: t('row.now') },
    { term: t('row.recipientDescription'), value: body.RecipientDescription, change: EDIT },
    { term: t('row.description'), value: values.description.trim() || body.DestinationAccountName, change: EDIT },
  ];
}
