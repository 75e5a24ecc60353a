import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHiddenBalance } from './hidden-balance.ts';
import { BalanceNews } from '../cards/balance-news.part.tsx';

/** Characters of `$100,000`: from here on the amount is set smaller. */
const LONG = 8;

type HomeBalanceProps = {
  readonly card: CardSummary;
  readonly details: CardDetails | undefined;
  readonly hasFailed: boolean;
};

/**
 * The one loud thing: what may be spent. What is held and what is posted are a tap away. Drawn anew
 * for each card, so that a change which is read out is a change of this card's balance.
 */
export function HomeBalance({ card, details, hasFailed }: HomeBalanceProps) {
  const t = useTexts('cards');
  const format = useFormat();
  const available = details?.AvailableAccountBalance ?? card.AvailableAccountBalance;
  const parts = format.moneyParts(available);
  const { isHidden, toggle } = useHiddenBalance();
  return (
    <div className="balance">
      <p className="balance__label">
        {t('home.available')}
        <button type="button" className="tool" aria-label={t(isHidden ? 'home.show' : 'home.hide')} onClick={toggle}>
          <AppIcon name={isHidden ? 'eyeOff' : 'eye'} size="s" />
        </button>
      </p>
      {isHidden ? (
        <p className="balance__amount">
          <span aria-hidden="true">••••</span>
          <span className="visually-hidden">{t('home.isHidden')}</span>
        </p>
      ) : (
        <p
          className={classNames('balance__amount', parts.whole.length >= LONG && 'balance__amount--long')}
          translate="no"
        >
          {`${parts.sign}${parts.whole}`}
          <span className="balance__cents">{parts.cents}</span>
        </p>
      )}
      {isHidden ? null : <BalanceNews available={available} />}
      {isHidden ? null : details ? <Held details={details} /> : <HeldWaiting hasFailed={hasFailed} />}
    </div>
  );
}

function HeldWaiting({ hasFailed }: { readonly hasFailed: boolean }) {
  const t = useTexts('cards');
  return <p className="held__none">{hasFailed ? t('home.balanceFailed') : <Skeleton width="7rem" />}</p>;
}

function Held({ details }: { readonly details: CardDetails }) {
  const t = useTexts('cards');
  const format = useFormat();
  const amount = format.money(details.HeldBalance);
  // The amount is emphasised at its position in the sentence, which depends on the language.
  const [before, after] = t('home.held', { amount }).split(amount);
  if (details.HeldBalance === 0) return <p className="held__none">{t('home.nothingHeld')}</p>;
  return (
    <details className="held">
      <summary className="held__summary">
        <Icon name="clock" size="s" />
        <span className="figures">
          {before}
          <b>{amount}</b>
          {after}
        </span>
        <AppIcon name="down" size="s" />
      </summary>
      <div className="held__sum">
        <dl>
          <dt>{t('home.balance')}</dt>
          <dd>{format.money(details.AccountBalance)}</dd>
          <dt>{t('home.heldForPurchases')}</dt>
          <dd>{format.money(-details.HeldBalance)}</dd>
          <dt className="held__total">{t('home.available')}</dt>
          <dd className="held__total">{format.money(details.AvailableAccountBalance)}</dd>
        </dl>
        <p>{t('home.heldWhy')}</p>
      </div>
    </details>
  );
}
