import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import './brands.css';

/** Brands of the programme, with the published version of each and its open draft. */
export function BrandsScreen() {
  const t = useTexts('deskBrands');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('brands', { ...(page > 1 && { page: String(page) }) });
  const changed = (name: string, at: string) =>
    name === 'import' ? t('imported', { at: format.momentIn(at) }) : t('changed', { name, at: format.momentIn(at) });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Pane title={t('title')} isPadded={false}>
        <LookedPart of={looked} empty={t('none')}>
          {(rows) => (
            <RowsTable
              label={t('title')}
              rows={rows}
              keyOf={({ brand }) => brand}
              wayOf={({ brand }) => ({ to: `/brands/${brand}` })}
              columns={[
                {
                  key: 'name',
                  head: t('column.brand'),
                  render: ({ name, brand }) => (
                    <>
                      {name}
                      <span className="brands__sub">{`/${brand}/`}</span>
                    </>
                  ),
                },
                {
                  key: 'live',
                  head: t('column.live'),
                  render: ({ live, publishedBy, publishedAt }) => (
                    <>
                      <Tag tone="ok">{t('version', { version: live })}</Tag>
                      <span className="brands__sub">{changed(publishedBy, publishedAt)}</span>
                    </>
                  ),
                },
                {
                  key: 'draft',
                  head: t('column.draft'),
                  render: ({ draft, draftBy, draftAt }) =>
                    draft === 0 ? (
                      <span className="quiet">{t('noDraft')}</span>
                    ) : (
                      <>
                        <Tag tone="info">{t('draft', { version: draft })}</Tag>
                        <span className="brands__sub">{changed(draftBy, draftAt)}</span>
                      </>
                    ),
                },
              ]}
            />
          )}
        </LookedPart>
        <Pager page={page} hasMore={looked.hasMore} />
      </Pane>
    </>
  );
}
