import './money.css';
import { moneyParts } from '@wattle/contract/rules/amounts.ts';
import { useLanguage, useTexts } from '../i18n/use-texts.ts';
import { classNames } from './class-names.ts';

export type MoneyKind = 'plain' | 'in' | 'out' | 'pending' | 'coming' | 'declined' | 'lapsed';

type MoneyProps = {
  /** In dollars, negative if it leaves the account. */
  readonly dollars: number;
  /** `plain` for a balance or a fee. The others describe the movement, also in words; `coming`: a pending refund. */
  readonly kind?: MoneyKind;
  /** `loud` for the main amount of a page. */
  readonly size?: 'text' | 'loud';
};

/** Amount with tabular figures, a real minus sign and always two decimals. */
export function Money({ dollars, kind = 'plain', size = 'text' }: MoneyProps) {
  const t = useTexts('ui');
  const isFailed = kind === 'declined' || kind === 'lapsed';
  const sign = isFailed ? 'never' : kind === 'plain' ? 'auto' : 'always';
  const parts = moneyParts(dollars, useLanguage(), sign);
  const figures =
    size === 'loud' ? (
      <span translate="no">
        {`${parts.sign}${parts.whole}`}
        <span className="money__cents">{parts.cents}</span>
      </span>
    ) : (
      <>{`${parts.sign}${parts.whole}${parts.cents}`}</>
    );
  return (
    <span className={classNames('money', `money--${kind}`, size === 'loud' && 'money--loud')}>
      {kind === 'plain' ? null : <span className="visually-hidden">{t(`money.${kind}`)} </span>}
      {isFailed ? <s>{figures}</s> : figures}
    </span>
  );
}
