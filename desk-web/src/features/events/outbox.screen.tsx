import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { plainWords } from '../../ui/field-words.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { EventsHead } from './events-head.tsx';
import './events.css';

const EVERY_MS = 30_000;

const TONES: Readonly<Record<string, TagTone>> = {
  delivered: 'ok',
  accepted: 'info',
  undelivered: 'bad',
  complained: 'bad',
  failed: 'bad',
  'trying again': 'warn',
};

/** Messages that went out with how far each has got, and the systems that do not answer. */
export function OutboxScreen() {
  return (
    <>
      <EventsHead place="outbox" />
      <div className="cols events">
        <div className="col-8 stack">
          <MessagesPane />
        </div>
        <div className="col-4 stack">
          <OutsidePane />
        </div>
      </div>
    </>
  );
}

function MessagesPane() {
  const t = useTexts('deskEvents');
  const people = useTexts('deskPeople');
  const format = useDeskFormat();
  /** The last messages of the pages before. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const before = places.at(-1);
  const looked = useCommand('outbox', before === undefined ? {} : { before }, { everyMs: EVERY_MS });
  const oldest = looked.rows?.at(-1)?.message;
  return (
    <Pane title={t('outbox.title')} isPadded={false}>
      <LookedPart of={looked} empty={t('outbox.none')}>
        {(rows) => (
          <RowsTable
            label={t('outbox.title')}
            rows={rows}
            keyOf={({ message }) => message}
            columns={[
              { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
              {
                key: 'kind',
                head: t('column.what'),
                render: ({ kind, brand }) => (
                  <>
                    <span className="strong">{plainWords(kind)}</span>
                    <span className="events__sub">{brand}</span>
                  </>
                ),
              },
              {
                key: 'who',
                head: t('column.actor'),
                render: ({ person, name }) => (name === '' ? t('outbox.guest') : personLink(person, name)),
              },
              {
                key: 'channel',
                head: t('outbox.by'),
                isTight: true,
                render: ({ channel }) => people(`channel.${channel}`),
              },
              {
                key: 'state',
                head: t('column.state'),
                render: ({ state, error }) => (
                  <>
                    <Tag tone={TONES[state] ?? 'plain'}>{plainWords(state)}</Tag>
                    <span className="events__sub">
                      {people.has(`undelivered.${error}`) ? people(`undelivered.${error}`) : error}
                    </span>
                  </>
                ),
              },
            ]}
          />
        )}
      </LookedPart>
      <PageButtons
        before={places.length > 0 && { label: t('pages.before'), onPress: () => setPlaces(places.slice(0, -1)) }}
        next={
          looked.hasMore &&
          oldest !== undefined && { label: t('pages.next'), onPress: () => setPlaces([...places, oldest]) }
        }
      />
    </Pane>
  );
}

function OutsidePane() {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  const looked = useCommand('outside', {}, { everyMs: EVERY_MS });
  return (
    <Pane title={t('outside.title')}>
      <LookedPart of={looked} empty={t('outside.none')}>
        {(rows) => (
          <ul className="events__list">
            {rows.map(({ system, work, failing, since, waiting }) => (
              <li key={`${system} ${work}`}>
                <span className="strong">{plainWords(system)}</span>{' '}
                {failing === '' ? null : <Tag tone="bad">{t('outside.failing', { at: format.momentIn(since) })}</Tag>}
                {waiting > 0 ? <span className="quiet small">{t('outside.waiting', { count: waiting })}</span> : null}
              </li>
            ))}
          </ul>
        )}
      </LookedPart>
    </Pane>
  );
}
