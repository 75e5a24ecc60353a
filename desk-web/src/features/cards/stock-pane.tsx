import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';

const WEEK = 7;
/** A new batch takes about two weeks. */
const SHORT_DAYS = 14;

/** Cards that no one has yet, by product. */
export function StockPane() {
  const t = useTexts('deskCards');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('card-stock', { ...(page > 1 && { page: String(page) }) });
  return (
    <Pane title={t('stock.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('stock.none')}>
        {(rows) => (
          <RowsTable
            label={t('stock.title')}
            rows={rows}
            keyOf={({ product }) => product}
            columns={[
              {
                key: 'product',
                head: t('column.product'),
                render: ({ name, scheme, brand }) => (
                  <>
                    <span>{name}</span>
                    <span className="cards__sub">{[scheme, t('stock.plastic'), brand].join(' · ')}</span>
                  </>
                ),
              },
              { key: 'unused', head: t('column.unused'), isFigure: true, render: ({ unused }) => format.count(unused) },
              { key: 'lasts', head: t('column.lasts'), isTight: true, render: (row) => <Lasts of={row} /> },
            ]}
          />
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}

function Lasts({ of: { unused, lastsDays } }: { readonly of: RowOf<'card-stock'> }) {
  const t = useTexts('deskCards');
  const format = useDeskFormat();
  if (unused === 0) return <Tag tone="bad">{t('lasts.gone')}</Tag>;
  if (lastsDays === null) return <span className="quiet">{t('lasts.unknown')}</span>;
  if (lastsDays < SHORT_DAYS) return <Tag tone="bad">{t('lasts.days', { count: lastsDays })}</Tag>;
  const weeks = Math.floor(lastsDays / WEEK);
  return <>{t('lasts.weeks', { count: weeks, weeks: format.count(weeks) })}</>;
}
