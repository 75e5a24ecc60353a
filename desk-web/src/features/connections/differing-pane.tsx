import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';

const STATES: ReadonlySet<string> = new Set(['beingMade', 'on', 'off', 'closed', 'missing']);

/** Cards whose state is another one at their processor, by the daily comparison, with the state to send again. */
export function DifferingPane() {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('differing-cards', { ...(page > 1 && { page: String(page) }) });
  const maySend = useDefinition('send-card-state')?.mayGive === true;
  const [chosen, setChosen] = useState('');
  const stateWords = (state: string) => (STATES.has(state) ? t(`card.${state}`) : t('card.refused', { code: state }));
  return (
    <Pane
      title={t('differing.title')}
      aside={<span className="quiet small">{t('differing.daily')}</span>}
      isPadded={false}
    >
      <LookedPart of={looked} empty={t('differing.none')}>
        {(rows) => (
          <RowsTable
            label={t('differing.title')}
            rows={rows}
            keyOf={({ connection, id, card }) => `${connection} ${id} ${card}`}
            isCurrent={({ card }) => card !== '' && card === chosen}
            columns={[
              {
                key: 'card',
                head: t('differing.card'),
                render: ({ card, ending, id }) => (
                  <>
                    <span>{card === '' ? t('differing.stranger', { ending }) : t('card.ending', { ending })}</span>
                    <span className="connections__sub mono">{id}</span>
                  </>
                ),
              },
              { key: 'connection', head: t('column.connection'), render: ({ connection }) => connection },
              { key: 'ours', head: t('differing.ours'), render: ({ ours }) => (ours === '' ? '–' : stateWords(ours)) },
              { key: 'theirs', head: t('differing.theirs'), render: ({ theirs }) => stateWords(theirs) },
              {
                key: 'since',
                head: t('differing.since'),
                isTight: true,
                render: ({ since }) => format.momentOf(since),
              },
              {
                key: 'act',
                head: '',
                isTight: true,
                render: ({ card }) =>
                  card === '' || !maySend ? null : (
                    <Button tone="line" small aria-expanded={card === chosen} onClick={() => setChosen(card)}>
                      {t('differing.send')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </LookedPart>
      {chosen === '' ? null : (
        <div className="connections__act">
          <CommandForm key={chosen} name="send-card-state" given={{ card: chosen }} action={t('differing.send')}>
            <p>{t('differing.sendText')}</p>
          </CommandForm>
        </div>
      )}
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}
