import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ReviewPage } from '../../../ui/review-page.tsx';
import { cardWords } from '../public.ts';
import type { Reason } from './settings.domain.ts';
import type { StopCard } from './use-stop-card.ts';

/** Planned block or replacement of a card, with its fee. */
export type StopPlan = {
  readonly card: CardSummary;
  readonly reason: Reason;
  readonly available: number;
  readonly fee: number;
  readonly isCovered: boolean;
  readonly canSendNew: boolean;
  /** We have restricted the card, so no new one is sent before we have checked. */
  readonly waits: boolean;
};

type BlockReviewProps = {
  readonly plan: StopPlan;
  readonly sendsNew: boolean;
  readonly stop: StopCard;
  readonly onBack: () => void;
};

/** The last look before a card is stopped or replaced. */
export function BlockReview({ plan, sendsNew, stop, onBack }: BlockReviewProps) {
  const t = useTexts('settings');
  const format = useFormat();
  const errorText = useErrorTexts();
  const { card, reason, fee, available } = plan;
  const change = { onPress: onBack };
  const pays = sendsNew && fee > 0;
  const what = reason === 'other' ? 'none' : reason === 'damaged' ? 'same' : 'new';
  return (
    <ReviewPage
      title={t(reason === 'damaged' ? 'review.titleDamaged' : 'review.title')}
      back={change}
      rows={[
        { term: t('review.card'), value: cardWords(card) },
        { term: t('review.what'), value: t(`reason.${reason}`), change },
        { term: t('review.newCard'), value: t(`review.newCard.${sendsNew ? what : 'none'}`), change },
        ...(sendsNew
          ? [
              {
                term: t('review.fee'),
                value: fee === 0 ? t('stop.noFee') : format.money(fee),
                detail: t('review.left', { amount: format.money(available - fee) }),
              },
            ]
          : []),
      ]}
      notice={
        reason === 'damaged' ? (
          <Banner>{t('review.goesOn')}</Banner>
        ) : (
          <Banner tone="warning" title={t(reason === 'other' ? 'review.onlyWe' : 'review.forGood')}>
            {t(reason === 'other' ? 'review.onlyWeText' : 'review.forGoodText')}
          </Banner>
        )
      }
      action={t(pays ? `review.${reason}Pay` : `review.${reason}Action`, { fee: format.money(fee) })}
      isDangerous={reason !== 'damaged'}
      busy={stop.isBusy}
      error={
        stop.problem === null
          ? undefined
          : {
              title: t(stop.problem.isUnknown ? 'review.unknown' : 'review.failed'),
              text: errorText(stop.problem.code),
            }
      }
      onConfirm={() => stop.run(plan, sendsNew)}
      others={[{ label: t('review.keep'), way: change }]}
    />
  );
}
