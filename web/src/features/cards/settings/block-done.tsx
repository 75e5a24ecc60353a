import { Link, useNavigate } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { SlipRow } from '../../../ui/pages/slip.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { canTopUp, cardKey } from '../cards.domain.ts';
import { chooseCard } from '../chosen-card.ts';
import { cardWords, useCards } from '../public.ts';
import { inGroups, isReportedAs, messageFor } from './settings.domain.ts';
import type { StoppedCard } from './use-stop-card.ts';
import { useWordsOfCard } from './words-of-card.ts';

type BlockDoneProps = {
  readonly done: StoppedCard;
  /** Begins the order of a new card. */
  readonly onOrder: () => void;
};

/** Confirmation of a blocked card with its reference number. */
export function BlockDone({ done, onOrder }: BlockDoneProps) {
  const t = useTexts('settings');
  const wordsOf = useWordsOfCard(done.card);
  const format = useFormat();
  const errorText = useErrorTexts();
  const { SupportPhoneNumber: phone } = useBrand();
  const navigate = useNavigate();
  const { card, reason, reference, fee, notOrdered, newCard, waits, at } = done;
  // Another card of the account takes the money for the fee.
  const payingIn = useCards().cards.find((one) => one.AccountNumber === card.AccountNumber && canTopUp(one));
  const orders = fee === null && newCard === 'covered';
  const paysIn = fee === null && newCard === 'notCovered' && payingIn !== undefined;
  const hasMore = orders || paysIn;
  const message = wordsOf(messageFor(reason, fee !== null));
  const isOrder = fee !== null && isReportedAs(card, reason);
  const rows: SlipRow[] = [
    { term: t('review.card'), value: cardWords(card) },
    {
      term: t('done.reported'),
      value: wordsOf(`done.how.${reason}`),
      detail: t('done.when', { date: format.dateOf(at), time: format.timeOf(at) }),
    },
    ...(fee === null ? [] : [{ term: t('review.fee'), value: fee === 0 ? t('stop.noFee') : format.money(fee) }]),
  ];
  const toCards = () => {
    showToast({ text: message });
    void navigate(paths.cardHome());
  };
  return (
    <OutcomePage
      state="done"
      title={isOrder ? wordsOf('done.ordered') : wordsOf(`done.${reason}`)}
      lead={<p>{message}</p>}
      ways={
        <>
          {orders ? (
            <Button wide onClick={onOrder}>
              {t('done.order')}
            </Button>
          ) : null}
          {paysIn ? (
            <Link
              className={buttonClass({ wide: true })}
              to={paths.topup()}
              onClick={() => chooseCard(cardKey(payingIn))}
            >
              {t('done.topUp')}
            </Link>
          ) : null}
          <Button wide tone={hasMore ? 'text' : 'main'} onClick={toCards}>
            {t('done.cards')}
          </Button>
        </>
      }
      slip={
        reference === null
          ? { rows }
          : { number: reference, rows: [{ term: t('done.reference'), value: inGroups(reference) }, ...rows] }
      }
    >
      {notOrdered === null ? null : (
        <Banner tone="warning" title={t('done.notOrdered')}>
          {errorText(notOrdered)}
        </Banner>
      )}
      {waits ? <Banner title={t('stop.waitsTitle')}>{t('stop.waits', { phone })}</Banner> : null}
      {fee === null ? null : <p>{t('done.next')}</p>}
    </OutcomePage>
  );
}
