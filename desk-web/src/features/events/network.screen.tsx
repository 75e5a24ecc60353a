import { useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { EventsHead } from './events-head.tsx';
import { MessagePane } from './message-pane.tsx';
import { useOutcomeWords } from './outcome-words.ts';
import './events.css';

const EVERY_MS = 15_000;

/** Purchases that the card network asked for, and one of them with its checks and our answer. */
export function NetworkScreen() {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  const { message } = useParams();
  const page = usePageNumber();
  const [isDeclined, setDeclined] = useState(false);
  const wordsOf = useOutcomeWords();
  const looked = useCommand(
    'network-messages',
    { ...(isDeclined && { declined: true }), ...(page > 1 && { page: String(page) }) },
    { everyMs: EVERY_MS },
  );
  return (
    <>
      <EventsHead place="network" />
      <div className="cols events">
        <div className="col-5 stack">
          <div className="chips" role="group" aria-label={t('filter')}>
            {(['all', 'declined'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={isDeclined === (one === 'declined')}
                onClick={() => setDeclined(one === 'declined')}
              >
                {t(`filter.${one}`)}
              </button>
            ))}
          </div>
          <Pane title={t('messages.title')} isPadded={false}>
            <LookedPart of={looked} empty={t(isDeclined ? 'messages.noneDeclined' : 'messages.none')}>
              {(rows) => (
                <RowsTable
                  label={t('messages.title')}
                  rows={rows}
                  keyOf={(row) => row.message}
                  wayOf={(row) => ({ to: `/events/network/${row.message}` })}
                  isCurrent={(row) => row.message === message}
                  columns={[
                    { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
                    {
                      key: 'what',
                      head: t('column.what'),
                      render: (row) => (
                        <>
                          <span className="strong">{wordsOf(row)}</span>
                          <span className="events__sub">{[row.name, row.shop].filter(Boolean).join(' · ')}</span>
                        </>
                      ),
                    },
                    {
                      key: 'amount',
                      head: t('column.amount'),
                      isFigure: true,
                      render: ({ amount }) => format.money(amount),
                    },
                  ]}
                />
              )}
            </LookedPart>
            <Pager page={page} hasMore={looked.hasMore} />
          </Pane>
        </div>
        <div className="col-7 stack">
          {message === undefined ? (
            <p className="quiet">{t('messages.choose')}</p>
          ) : (
            <MessagePane key={message} message={message} />
          )}
        </div>
      </div>
    </>
  );
}
