import './interest-this-month.css';
import { getSpending } from '@wattle/contract/transactions/transactions.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useOperation } from '../../api/use-operation.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { useMonthName } from './month-name.ts';

/** Interest received this month, from the answer that the spending chart has already loaded. */
export function InterestThisMonth({ card }: { readonly card: CardReference }) {
  const t = useTexts('cards');
  const monthName = useMonthName('long');
  const { data } = useOperation(getSpending, { body: { Card: card } });
  const month = data?.Months.at(-1)?.Month;
  if (!data || month === undefined) return null;
  return (
    <p className="interest-this-month">
      <b>
        <OwnedMoney dollars={data.InterestThisMonth} />
      </b>{' '}
      {t('interest.thisMonth', { month: monthName(month) })}
    </p>
  );
}
