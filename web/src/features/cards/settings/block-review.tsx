import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { NotSent, Unsure } from '../../../layout/attempt-ends.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { inOneLine } from '../../../ui/fields/address-draft.ts';
import { ReviewPage } from '../../../ui/pages/review-page.tsx';
import { cardWords } from '../public.ts';
import { isLoss, isReportedAs, type Reason } from './settings.domain.ts';
import type { StopCard } from './use-stop-card.ts';
import { useSentTo } from './use-sent-to.ts';
import { useWordsOfCard } from './words-of-card.ts';

/** Planned block or replacement of a card, with its fee. */
export type StopPlan = {
  readonly card: CardSummary;
  readonly reason: Reason;
  readonly available: number;
  readonly fee: number;
  readonly isCovered: boolean;
  readonly canSendNew: boolean;
  /** Day by which a card that is ordered now arrives; null: not known. */
  readonly arrivesBy: string | null;
  /** We have restricted the card, so no new one is sent before we have checked. */
  readonly waits: boolean;
};

type BlockReviewProps = {
  readonly plan: StopPlan;
  readonly sendsNew: boolean;
  readonly stop: StopCard;
  readonly onBack: () => void;
};

/** The review before a card is cancelled or replaced. */
export function BlockReview({ plan, sendsNew, stop, onBack }: BlockReviewProps) {
  const t = useTexts('settings');
  const format = useFormat();
  const owned = useOwnedMoney();
  const outcomes = useTexts('outcomes');
  const wordsOf = useWordsOfCard(plan.card);
  const errorText = useErrorTexts();
  const { card, reason, fee, available } = plan;
  const change = { onPress: onBack };
  const pays = sendsNew && fee > 0;
  const what = reason === 'other' ? 'none' : reason === 'damaged' ? 'same' : 'new';
  const isOrder = sendsNew && isReportedAs(card, reason);
  const means = isOrder ? 'order' : card.IsVirtualCard && isLoss(reason) ? 'virtual' : reason;
  const action = t(pays ? `review.${means}Pay` : `review.${means}Action`, { fee: format.money(fee) });
  const person = useOperation(getPersonalDetails, {}, { isEnabled: sendsNew && !card.IsVirtualCard }).data;
  const address = person ? inOneLine(person.CorrespondenceAddress ?? person.Address) : '';
  const sentTo = useSentTo(address, plan.arrivesBy);
  const send = () => stop.run(plan, sendsNew);
  const leave = (
    <Button tone="text" wide onClick={onBack}>
      {t('review.back')}
    </Button>
  );
  if (stop.problem?.isUnknown) {
    return (
      <Unsure
        title={t('review.unknown')}
        lead={
          <>
            <p>{errorText(stop.problem.code)}</p>
            <p>{t('review.once')}</p>
          </>
        }
        action={action}
        again={outcomes('again')}
        isSending={stop.isBusy}
        onAgain={send}
        ways={leave}
        rows={[
          { term: t('review.card'), value: cardWords(card) },
          { term: t('review.what'), value: wordsOf(`reason.${reason}`) },
        ]}
      />
    );
  }
  if (stop.problem) {
    return (
      <NotSent
        title={t('review.failed')}
        reason={errorText(stop.problem.code)}
        unchanged={t('review.unchanged')}
        ways={
          <>
            <Button wide busy={stop.isBusy} onClick={send}>
              {outcomes('again')}
            </Button>
            {leave}
          </>
        }
      />
    );
  }
  return (
    <ReviewPage
      title={t(reason === 'damaged' ? 'review.titleDamaged' : `review.title.${means}`)}
      back={change}
      rows={[
        { term: t('review.card'), value: cardWords(card) },
        ...(isOrder ? [] : [{ term: t('review.what'), value: wordsOf(`reason.${reason}`), change }]),
        {
          term: t('review.newCard'),
          value: t(`review.newCard.${sendsNew ? what : 'none'}`),
          ...(isOrder ? {} : { change }),
        },
        ...(sendsNew && address !== '' ? [sentTo] : []),
        ...(sendsNew
          ? [
              {
                term: t('review.fee'),
                value: fee === 0 ? t('stop.noFee') : format.money(fee),
                detail: t('review.left', { amount: owned(available - fee) }),
              },
            ]
          : []),
      ]}
      notice={
        reason === 'damaged' ? (
          <Banner>{t('review.goesOn')}</Banner>
        ) : isOrder ? null : (
          <Banner tone="warning" title={t(reason === 'other' ? 'review.onlyWe' : 'review.forGood')}>
            {reason === 'other' ? t('review.onlyWeText') : card.IsVirtualCard ? null : t('review.forGoodText')}
          </Banner>
        )
      }
      action={action}
      isDangerous={reason !== 'damaged' && !isOrder}
      busy={stop.isBusy}
      onConfirm={send}
      others={[{ label: t(isOrder ? 'review.back' : 'review.keep'), way: change }]}
    />
  );
}
