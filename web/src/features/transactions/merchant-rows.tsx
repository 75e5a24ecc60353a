import type { getMerchant } from '@wattle/contract/transactions/get-merchant.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useRef } from 'react';
import { dayIn } from '@wattle/contract/rules/dates.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { useFirstNewRow } from '../../ui/use-first-new-row.ts';
import { useLoadOnScroll } from '../../ui/use-load-on-scroll.ts';
import { FailedPanel } from './failed-panel.tsx';
import { LoadMore } from './load-more.tsx';
import { useMonthName } from './month-name.ts';
import { TransactionRow } from './transaction-row.part.tsx';
import type { SearchPages } from './transaction-search.queries.ts';
import { byMonth } from './transactions.domain.ts';

type MerchantRowsProps = {
  readonly months: ResponseOf<typeof getMerchant>['Months'];
  readonly found: SearchPages;
  readonly now: string;
};

/** Posted rows of a merchant under their months, newest first. */
export function MerchantRows({ months, found, now }: MerchantRowsProps) {
  const t = useTexts('transactions');
  const format = useFormat();
  const { TimeZone } = useBrand();
  const monthName = useMonthName('long');
  const list = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const askForMore = useFirstNewRow({
    count: found.rows.length,
    isLoading: found.isLoadingMore,
    rowAt: (place) => list.current?.querySelectorAll('.rows > li')[place],
  });
  const pressed = useLoadOnScroll({
    end,
    mayLoad: found.hasMore && !found.isLoadingMore && !found.moreFailed,
    load: found.loadMore,
  });
  if (found.state === 'failed') return <FailedPanel onRetry={found.refetch} />;
  if (found.state === 'pending') {
    return (
      <div className="panel">
        <SkeletonRows count={4} />
      </div>
    );
  }
  const thisYear = dayIn(now, TimeZone).slice(0, 4);
  return (
    <section aria-labelledby="merchant-list" ref={list}>
      <h2 className="merchant__title" id="merchant-list">
        {t('merchant.list')}
      </h2>
      {byMonth(found.rows, TimeZone).map(({ month, rows }) => {
        const sum = months.find(({ Month }) => Month === month)?.Amount;
        const year = month.slice(0, 4);
        return (
          <div key={month}>
            <div className="merchant__month">
              <h3>
                {year === thisYear ? monthName(month) : t('merchant.monthOfYear', { month: monthName(month), year })}
              </h3>
              {sum === undefined ? null : <p className="figures">{format.money(-sum, 'always')}</p>}
            </div>
            <ul className="rows panel">
              {rows.map((row) => (
                <TransactionRow key={row.TransactionId} row={row} now={now} when="none" isOfMerchant />
              ))}
            </ul>
          </div>
        );
      })}
      <div className="transactions__end" ref={end}>
        <LoadMore
          pages={found}
          count={Math.min(10, (found.Total ?? Infinity) - found.rows.length)}
          onMore={() => {
            pressed();
            askForMore();
          }}
        />
        {found.Total !== null && (
          <p className="transactions__shown" role="status">
            {t('shown', { shown: found.rows.length, total: found.Total })}
          </p>
        )}
      </div>
    </section>
  );
}
