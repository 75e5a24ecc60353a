import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';

const EVERY_MS = 30_000;
type File = RowOf<'people-files'>;

/** Files with cards of the maker, each with where it is. */
export function BatchesPane() {
  const t = useTexts('deskCards');
  const format = useDeskFormat();
  const looked = useCommand('people-files', {}, { everyMs: EVERY_MS });
  const rows = looked.rows?.filter(({ cards, state }) => cards > 0 && state !== 'Dropped');
  return (
    <Pane title={t('batches.title')} isPadded={false}>
      <LookedPart of={{ ...looked, rows }} empty={t('batches.none')}>
        {(files) => (
          <RowsTable
            label={t('batches.title')}
            rows={files}
            keyOf={({ file }) => file}
            wayOf={({ file }) => ({ to: `/people-files/${file}` })}
            columns={[
              {
                key: 'file',
                head: t('column.batch'),
                render: ({ name, cards, sender, sent }) => (
                  <>
                    <span>{t('batches.name', { name, count: cards, cards: format.count(cards) })}</span>
                    <span className="cards__sub">{t('batches.sent', { name: sender, at: format.momentIn(sent) })}</span>
                  </>
                ),
              },
              { key: 'state', head: t('column.state'), isTight: true, render: (file) => <State of={file} /> },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}

function State({ of: { state, wrong } }: { readonly of: File }) {
  const t = useTexts('deskCards');
  if (state === 'Done') return <Tag tone="ok">{t('batches.inStock')}</Tag>;
  if (state === 'Adding') return <Tag tone="info">{t('batches.adding')}</Tag>;
  return wrong > 0 ? (
    <Tag tone="bad">{t('batches.errors', { count: wrong })}</Tag>
  ) : (
    <Tag tone="warn">{t('batches.waits')}</Tag>
  );
}
