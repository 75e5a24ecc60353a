import './card-home.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { useCopy } from '../../ui/use-copy.ts';

type AccountNumbersProps = {
  readonly card: CardSummary;
  /** Empty while unknown; its space is reserved. */
  readonly bsb: string;
};

/** Account details for bank transfers to this account, folded. */
export function AccountNumbers({ card, bsb }: AccountNumbersProps) {
  const t = useTexts('cards');
  return (
    <details className="account-numbers">
      <summary className="account-numbers__summary">
        <span>
          <span className="account-numbers__title">{t('numbers.title')}</span>
          <span className="account-numbers__label">{t('numbers.for')}</span>
        </span>
        <AppIcon name="down" size="s" />
      </summary>
      <div className="account-numbers__all">
        <Numbered label={t('numbers.bsb')} value={bsb} copies={bsb.replace('-', '')} copyLabel={t('numbers.copyBsb')} />
        <Numbered
          label={t('numbers.account')}
          value={card.AccountNumberFormatted}
          copies={card.AccountNumber}
          copyLabel={t('numbers.copyAccount')}
        />
      </div>
    </details>
  );
}

type NumberedProps = {
  readonly label: string;
  readonly value: string;
  readonly copies: string;
  readonly copyLabel: string;
};

function Numbered({ label, value, copies, copyLabel }: NumberedProps) {
  const t = useTexts('cards');
  const { outcome, copy } = useCopy(copies);
  return (
    <div className="account-numbers__one">
      <p>
        <span className="account-numbers__label">{label}</span>
        <span className="figures">{value === '' ? <Skeleton width="5rem" /> : value}</span>
        <span className="account-numbers__label" role="status">
          {outcome === 'none' ? '' : t(outcome === 'copied' ? 'reveal.copied' : 'reveal.copyFailed')}
        </span>
      </p>
      <Button tone="text" small aria-label={copyLabel} onClick={() => void copy()}>
        <AppIcon name="copy" size="s" />
      </Button>
    </div>
  );
}
