import type { getMerchant } from '@wattle/contract/transactions/get-merchant.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useState } from 'react';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { FigureTable } from '../../ui/charts/figure-table.tsx';
import { MonthChart } from '../../ui/charts/month-chart.tsx';
import { useMonthName } from './month-name.ts';

type MerchantSpendingProps = { readonly merchant: ResponseOf<typeof getMerchant> };

/** Spent at a shop this month and this year, and by month as a chart or a table. */
export function MerchantSpending({ merchant }: MerchantSpendingProps) {
  const t = useTexts('transactions');
  const shortName = useMonthName('short');
  const longName = useMonthName('long');
  const [isTable, setTable] = useState(false);
  const sums = [
    { title: t('merchant.thisMonth'), ...merchant.ThisMonth },
    { title: t('merchant.thisYear'), ...merchant.ThisYear },
  ];
  return (
    <section
      className="merchant__spent panel panel--padded"
      aria-label={t('merchant.spentAt', { name: merchant.Name })}
    >
      <dl className="merchant__sums">
        {sums.map(({ title, Amount, Count }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="merchant__sum figures">
              <OwnedMoney dollars={Amount} />
            </dd>
            <dd className="merchant__count">{t('merchant.purchases', { count: Count })}</dd>
          </div>
        ))}
      </dl>
      <div>
        <div className="section-head">
          <h2 className="merchant__small-title">{t('spending.months')}</h2>
          <button type="button" className="section-head__way" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'spending.asPicture' : 'spending.asTable')}
          </button>
        </div>
        {isTable ? (
          <FigureTable
            caption={t('merchant.spentAt', { name: merchant.Name })}
            head={t('spending.month')}
            rows={merchant.Months.map(({ Month, Amount }) => ({ name: longName(Month), dollars: Amount }))}
          />
        ) : (
          <MonthChart
            bars={merchant.Months.map(({ Month, Amount }) => ({
              key: Month,
              name: shortName(Month),
              dollars: Math.max(0, Amount),
            }))}
          />
        )}
        {merchant.IsComplete ? null : <p className="merchant__count">{t('notComplete')}</p>}
      </div>
    </section>
  );
}
