import { useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { useLoadOnScroll } from '../../ui/use-load-on-scroll.ts';
import { LoadMore } from './load-more.tsx';
import { PAGE_SIZES, type PageSize, showsPageSizes } from './transactions.domain.ts';
import type { TransactionPages } from './transactions.queries.ts';

type TransactionMoreProps = {
  readonly pages: TransactionPages;
  readonly size: PageSize;
  readonly onSize: (size: PageSize) => void;
  /** Called before the button loads more rows. */
  readonly onMore: () => void;
};

/** The end of the list: the next page, the number of rows shown, and the page size. */
export function TransactionMore({ pages, size, onSize, onMore }: TransactionMoreProps) {
  const t = useTexts('transactions');
  const end = useRef<HTMLDivElement>(null);
  const pressed = useLoadOnScroll({
    end,
    mayLoad: pages.hasMore && !pages.isLoadingMore && !pages.moreFailed,
    load: pages.loadMore,
  });
  const left = Math.min(size, pages.total - pages.postedCount);
  return (
    <div className="transactions__end" ref={end}>
      <LoadMore
        pages={pages}
        count={left}
        onMore={() => {
          pressed();
          onMore();
        }}
      />
      <p className="transactions__shown" role="status">
        {t('shown', { shown: pages.postedCount, total: pages.total })}
      </p>
      {showsPageSizes(pages.total, pages.hasMore) && (
        <div className="transactions__sizes">
          <span>{t('pageSize')}</span>
          <Segmented
            label={t('pageSize')}
            options={PAGE_SIZES.map((option) => ({ value: String(option), label: String(option) }))}
            value={String(size)}
            onChange={(value) => onSize(PAGE_SIZES.find((option) => String(option) === value) ?? PAGE_SIZES[0])}
          />
        </div>
      )}
    </div>
  );
}
