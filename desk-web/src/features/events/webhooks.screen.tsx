import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useDefinition } from '../../calls/definitions.ts';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { EventsHead } from './events-head.tsx';
import './events.css';

type Endpoint = RowOf<'webhooks'>;

/** Addresses that hear what happens, with the events of one and the attempts to deliver each. */
export function WebhooksScreen() {
  const t = useTexts('deskEvents');
  const looked = useCommand('webhooks', {});
  const [chosen, setChosen] = useState('');
  const endpoint = chosen === '' ? (looked.rows?.[0]?.endpoint ?? '') : chosen;
  return (
    <>
      <EventsHead place="webhooks" />
      <div className="cols events">
        <div className="col-5 stack">
          <Pane title={t('endpoints.title')} isPadded={false}>
            <LookedPart of={looked} empty={t('endpoints.none')}>
              {(rows) => (
                <RowsTable
                  label={t('endpoints.title')}
                  rows={rows}
                  keyOf={(row) => row.endpoint}
                  wayOf={(row) => ({ onOpen: () => setChosen(row.endpoint) })}
                  isCurrent={(row) => row.endpoint === endpoint}
                  columns={[
                    {
                      key: 'endpoint',
                      head: t('column.endpoint'),
                      render: (row) => (
                        <>
                          <span className="strong">{row.endpoint}</span>
                          <span className="events__sub">{row.events}</span>
                        </>
                      ),
                    },
                    { key: 'state', head: t('column.state'), isTight: true, render: (row) => <State of={row} /> },
                  ]}
                />
              )}
            </LookedPart>
          </Pane>
        </div>
        <div className="col-7 stack">{endpoint === '' ? null : <EventsPane key={endpoint} endpoint={endpoint} />}</div>
      </div>
    </>
  );
}

function State({ of: { state, failingSince, waiting } }: { readonly of: Endpoint }) {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  if (state !== 'on') return <Tag tone="bad">{t(`endpoint.${state}`)}</Tag>;
  if (failingSince !== '') return <Tag tone="bad">{t('endpoint.failing', { at: format.momentIn(failingSince) })}</Tag>;
  return waiting > 0 ? (
    <Tag tone="info">{t('endpoint.waiting', { count: waiting })}</Tag>
  ) : (
    <Tag tone="ok">{t('endpoint.on')}</Tag>
  );
}

function EventsPane({ endpoint }: { readonly endpoint: string }) {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  const [page, setPage] = useState(1);
  const [event, setEvent] = useState('');
  const looked = useCommand('webhook-events', { endpoint, page: String(page) });
  return (
    <>
      <Pane title={t('hooks.title', { endpoint })} isPadded={false}>
        <LookedPart of={looked} empty={t('hooks.none')}>
          {(rows) => (
            <RowsTable
              label={t('hooks.title', { endpoint })}
              rows={rows}
              keyOf={(row) => row.event}
              wayOf={(row) => ({ onOpen: () => setEvent(row.event) })}
              isCurrent={(row) => row.event === event}
              columns={[
                { key: 'type', head: t('column.event'), render: (row) => <span className="mono">{row.type}</span> },
                {
                  key: 'object',
                  head: t('column.object'),
                  render: (row) => <span className="mono">{row.object}</span>,
                },
                { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
                {
                  key: 'state',
                  head: t('column.state'),
                  isTight: true,
                  render: (row) => <Tag>{t(`hook.${row.state}`)}</Tag>,
                },
              ]}
            />
          )}
        </LookedPart>
        <PageButtons
          before={page > 1 && { label: t('pages.before'), onPress: () => setPage(page - 1) }}
          next={looked.hasMore && { label: t('pages.next'), onPress: () => setPage(page + 1) }}
        />
      </Pane>
      {event === '' ? null : <AttemptsPane key={event} endpoint={endpoint} event={event} />}
    </>
  );
}

function AttemptsPane({ endpoint, event }: { readonly endpoint: string; readonly event: string }) {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  const looked = useCommand('webhook-attempts', { endpoint, event });
  const mayReplay = useDefinition('replay-webhook')?.mayGive === true;
  const [isSending, setSending] = useState(false);
  return (
    <Pane
      title={t('attempts.title')}
      aside={
        mayReplay ? (
          <Button tone="line" small aria-expanded={isSending} onClick={() => setSending(!isSending)}>
            {t('attempts.send')}
          </Button>
        ) : null
      }
      isPadded={false}
    >
      {isSending ? (
        <div className="events__act">
          <CommandForm name="replay-webhook" given={{ endpoint, event }} action={t('attempts.send')}>
            <p>{t('attempts.text')}</p>
          </CommandForm>
        </div>
      ) : null}
      <LookedPart of={looked} empty={t('attempts.none')}>
        {(rows) => (
          <RowsTable
            label={t('attempts.title')}
            rows={rows}
            keyOf={(row) => String(row.attempt)}
            columns={[
              { key: 'attempt', head: t('column.attempt'), isFigure: true, render: (row) => row.attempt },
              { key: 'at', head: t('column.when'), isTight: true, render: ({ at }) => format.momentOf(at) },
              {
                key: 'answer',
                head: t('column.answer'),
                render: ({ answer }) => <Tag tone={answer.startsWith('2') ? 'ok' : 'bad'}>{answer}</Tag>,
              },
              {
                key: 'ms',
                head: t('column.took'),
                isFigure: true,
                render: ({ ms }) => t('took', { ms: format.count(ms) }),
              },
            ]}
          />
        )}
      </LookedPart>
    </Pane>
  );
}
