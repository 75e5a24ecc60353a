import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { useFormat } from '../../i18n/format.ts';
import { OwnedMoney, useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useStep } from '../../journey/use-step.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { checkAmount } from '../../ui/fields/typed-amount.ts';
import { CardPicture } from '../cards/card-picture.part.tsx';
import { cardTopupJourney } from './card/card-topup-journey.ts';

type Props = {
  readonly card: CardSummary;
  readonly details: ResponseOf<typeof getTopupDetails>;
  /** Whether an amount is being chosen. */
  readonly isChoosing: boolean;
};

/** Next to the ways to top up: the card, with its balance after this top-up. */
export function AfterTopup({ card, details, isChoosing }: Props) {
  const t = useTexts('topup');
  const format = useFormat();
  const owned = useOwnedMoney();
  const { values } = useStep(cardTopupJourney, 'amount');
  const { CurrentAccountBalance: balance, OnItsWay: coming, Fee: fee } = details;
  const most = Math.min(details.MaximumTopup, details.MaximumAvailableTopup);
  const range = { minCents: Math.round(details.MinimumTopup * 100), maxCents: Math.round(most * 100) };
  const typed = values.amount ?? '';
  const isFit = isChoosing && checkAmount(typed, range) === null;
  const amount = isFit ? (amountInCents(typed) ?? 0) / 100 : 0;
  const cost = isFit ? fee : 0;
  const rows = [
    { term: t('after.on'), dollars: balance, isOwned: true },
    ...(coming > 0 ? [{ term: t('after.coming'), dollars: coming, isOwned: false }] : []),
    ...(isFit ? [{ term: t('after.this'), dollars: amount, isOwned: false }] : []),
    ...(cost > 0 ? [{ term: t('row.fee'), dollars: -cost, isOwned: false }] : []),
  ];
  const isSum = rows.length > 1;
  return (
    <aside className="topup__aside" aria-label={t(isSum ? 'after.title' : 'after.card')}>
      <CardPicture card={card} />
      <div>
        {isSum ? <h2>{t('after.title')}</h2> : null}
        <dl className="topup__then">
          {rows.map(({ term, dollars, isOwned }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="figures">{isOwned ? owned(dollars) : format.money(dollars)}</dd>
            </div>
          ))}
          {isSum ? (
            <div className="topup__sums">
              <dt>{t('row.balance')}</dt>
              <dd className="figures">
                <OwnedMoney dollars={balance + coming + amount - cost} />
              </dd>
            </div>
          ) : null}
        </dl>
      </div>
    </aside>
  );
}
