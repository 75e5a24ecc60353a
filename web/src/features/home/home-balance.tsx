import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useNow } from '../../api/use-now.ts';
import type { OperationState } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { HIDDEN_AMOUNT, useHiddenMoney, useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { AsOf } from '../../layout/as-of.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { BalanceNews } from '../cards/balance-news.part.tsx';
import { isReported } from '../cards/public.ts';
import { HeldMoney } from './held-money.tsx';
import type { Held } from './use-held.ts';

/** Number of characters of `$100,000`. An amount of this length or more has a smaller font. */
const LONG = 8;

type HomeBalanceProps = {
  readonly card: CardSummary;
  readonly details: OperationState<CardDetails>;
  readonly held: Held;
};

/**
 * The available balance, the most prominent element of the home. A tap shows the held money. The element is created
 * again for each card, so that a screen reader announces only changes of this card's balance.
 */
export function HomeBalance({ card, details: answer, held }: HomeBalanceProps) {
  const t = useTexts('cards');
  const format = useFormat();
  const now = useNow();
  const owned = useOwnedMoney();
  const { data: details, failure } = answer;
  const available = details?.AvailableAccountBalance ?? card.AvailableAccountBalance;
  const kept = details?.KeptAside ?? card.KeptAside;
  const whole = isReported(card) ? 'home.availableAccount' : 'home.available';
  const parts = format.moneyParts(available);
  const { isHidden, toggle } = useHiddenMoney();
  // The same height whether or not it is hidden, so that nothing below moves.
  const amountClass = classNames('balance__amount', parts.whole.length >= LONG && 'balance__amount--long');
  return (
    <div className="balance">
      <p className="balance__label">{t(kept > 0 ? 'home.left' : whole)}</p>
      <div className="balance__line">
        {isHidden ? (
          <p className={amountClass}>
            <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
            <span className="visually-hidden">{t('home.isHidden')}</span>
          </p>
        ) : (
          <p className={amountClass} translate="no">
            {`${parts.sign}${parts.whole}`}
            <span className="balance__cents">{parts.cents}</span>
          </p>
        )}
        <button
          type="button"
          className="tool balance__eye"
          aria-label={t(isHidden ? 'home.show' : 'home.hide')}
          onClick={toggle}
        >
          <AppIcon name={isHidden ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      <AsOf answers={[answer]} />
      <BalanceNews available={available} />
      {kept > 0 ? (
        <Link className="balance__aside" to={paths.savings()}>
          {t('home.keptAside', { amount: owned(kept) })}
        </Link>
      ) : null}
      {details?.Payday ? (
        <Link className="balance__aside" to={paths.payday()}>
          {t('home.untilPayday', {
            amount: owned(details.Payday.Left),
            date: format.dayInWords(details.Payday.NextDate, now),
          })}
        </Link>
      ) : null}
      {details ? (
        <HeldMoney card={card} details={details} held={held} />
      ) : (
        <p className="held__none">{failure ? t('home.balanceFailed') : <Skeleton width="7rem" />}</p>
      )}
    </div>
  );
}
