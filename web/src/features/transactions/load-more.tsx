import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';

type LoadMoreProps = {
  readonly pages: {
    readonly hasMore: boolean;
    readonly isLoadingMore: boolean;
    readonly moreFailed: boolean;
    readonly loadMore: () => void;
  };
  /** How many rows the next page adds. */
  readonly count: number;
  /** Called before the next page is loaded. */
  readonly onMore: () => void;
};

/** Button for the next page of rows, with the reason if the last one failed. */
export function LoadMore({ pages, count, onMore }: LoadMoreProps) {
  const t = useTexts('transactions');
  return (
    <>
      {pages.hasMore && (
        <Button
          tone="line"
          busy={pages.isLoadingMore}
          onClick={() => {
            onMore();
            pages.loadMore();
          }}
        >
          {pages.isLoadingMore ? t('loadingMore') : t('loadMore', { count })}
        </Button>
      )}
      {pages.moreFailed && (
        <p className="transactions__problem" role="alert">
          {t('moreFailed')}
        </p>
      )}
    </>
  );
}
