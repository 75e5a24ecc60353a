import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import type { Connection } from './use-connections.ts';

/** Words of the processor that have no meaning here, with how often each came. */
export function WordsPane({ of: { connection } }: { readonly of: Connection }) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const [page, setPage] = useState(1);
  const looked = useCommand('processor-words', { connection, page: String(page) });
  return (
    <Pane title={t('words.title')} aside={<span className="quiet small">{t('words.kept')}</span>} isPadded={false}>
      <LookedPart of={looked} empty={t('words.none')}>
        {(rows) => (
          <RowsTable
            label={t('words.title')}
            rows={rows}
            keyOf={({ field, word }) => `${field} ${word}`}
            columns={[
              {
                key: 'word',
                head: t('words.word'),
                render: ({ field, word }) => (
                  <>
                    <span className="mono">{word}</span>
                    <span className="connections__sub mono">{field}</span>
                  </>
                ),
              },
              { key: 'times', head: t('words.times'), isFigure: true, render: ({ times }) => format.count(times) },
              { key: 'last', head: t('words.last'), isTight: true, render: ({ last }) => format.momentOf(last) },
            ]}
          />
        )}
      </LookedPart>
      <PageButtons
        before={page > 1 && { label: t('pages.before'), onPress: () => setPage(page - 1) }}
        next={looked.hasMore && { label: t('pages.next'), onPress: () => setPage(page + 1) }}
      />
    </Pane>
  );
}
