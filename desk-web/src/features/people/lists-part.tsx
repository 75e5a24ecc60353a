import { DataFilePart } from './data-file-part.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand, usePageNumber } from '../../calls/use-command.ts';
import { plainWords } from '../../ui/field-words.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { RowsTable } from '../../ui/rows-table.tsx';
import { Tag } from '../../ui/tag.tsx';

type PartProps = { readonly person: string };

export function MessagesPart({ person }: PartProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('messages-of', { person, page: String(page) });
  return (
    <Pane title={t('part.messages')} isPadded={false}>
      <LookedPart of={looked} empty={t('none.messages')}>
        {(rows) => (
          <RowsTable
            label={t('part.messages')}
            rows={rows}
            keyOf={(row) => row.at + row.message + row.channel}
            columns={[
              { key: 'message', head: t('column.message'), render: ({ message }) => plainWords(message) },
              { key: 'channel', head: t('column.by'), isTight: true, render: ({ channel }) => t(`channel.${channel}`) },
              { key: 'at', head: t('column.at'), isTight: true, render: ({ at }) => format.momentOf(at) },
              {
                key: 'state',
                head: t('column.state'),
                isTight: true,
                render: ({ state }) => <Delivery state={state} />,
              },
              {
                key: 'error',
                head: t('column.why'),
                render: ({ error }) =>
                  error !== '' && t.has(`undelivered.${error}`) ? t(`undelivered.${error}`) : error,
              },
            ]}
          />
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}

export function AccessPart({ person }: PartProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const page = usePageNumber();
  const signIns = useCommand('sign-ins-of', { person, page: String(page) });
  const devices = useCommand('devices-of', { person });
  return (
    <>
      <Pane title={t('signIns')} isPadded={false}>
        <LookedPart of={signIns} empty={t('none.signIns')}>
          {(rows) => (
            <RowsTable
              label={t('signIns')}
              rows={rows}
              keyOf={(row) => row.at + row.device + row.lastActive}
              columns={[
                { key: 'device', head: t('column.device'), render: ({ device }) => device || t('unknownDevice') },
                {
                  key: 'by',
                  head: t('column.by'),
                  render: ({ by, staff }) => (staff === '' ? plainWords(by) : t('signIn.view', { staff })),
                },
                { key: 'network', head: t('column.network'), isTight: true, render: ({ network }) => network },
                { key: 'at', head: t('column.at'), isTight: true, render: ({ at }) => format.momentOf(at) },
                {
                  key: 'state',
                  head: t('column.state'),
                  render: ({ state, because }) => <SessionState state={state} because={because} />,
                },
              ]}
            />
          )}
        </LookedPart>
        <Pager page={page} hasMore={signIns.hasMore} />
      </Pane>
      <Pane title={t('devices')} isPadded={false}>
        <LookedPart of={devices} empty={t('none.devices')}>
          {(rows) => (
            <RowsTable
              label={t('devices')}
              rows={rows}
              keyOf={(row) => row.device + row.name + row.seen}
              columns={[
                {
                  key: 'device',
                  head: t('column.device'),
                  render: ({ name, device }) => name || device || t('unknownDevice'),
                },
                { key: 'seen', head: t('column.seen'), isTight: true, render: ({ seen }) => format.momentOf(seen) },
                { key: 'notices', head: t('column.notices'), render: ({ notices }) => t(notices) },
                { key: 'passcode', head: t('column.passcode'), render: ({ passcode }) => t(passcode) },
              ]}
            />
          )}
        </LookedPart>
      </Pane>
    </>
  );
}

export function DocumentsPart({ person }: PartProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('documents-of', { person, page: String(page) });
  return (
    <>
      <Pane title={t('part.documents')} isPadded={false}>
        <LookedPart of={looked} empty={t('none.documents')}>
          {(rows) => (
            <RowsTable
              label={t('part.documents')}
              rows={rows}
              keyOf={(row) => row.account + row.until}
              columns={[
                {
                  key: 'document',
                  head: t('column.document'),
                  render: ({ from, until }) =>
                    t('statement', { from: format.dateOf(from), until: format.dateOf(until) }),
                },
                { key: 'account', head: t('column.account'), isTight: true, render: ({ account }) => account },
                { key: 'made', head: t('column.made'), isTight: true, render: ({ made }) => format.dateOf(made) },
                {
                  key: 'opened',
                  head: t('column.opened'),
                  isTight: true,
                  render: ({ opened }) => (opened === '' ? t('notOpened') : format.dateOf(opened)),
                },
              ]}
            />
          )}
        </LookedPart>
        <Pager page={page} hasMore={looked.hasMore} />
      </Pane>
      <DataFilePart person={person} />
    </>
  );
}

export function NotesPart({ person }: PartProps) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const page = usePageNumber();
  const looked = useCommand('notes', { person, page: String(page) });
  return (
    <Pane title={t('part.notes')} isPadded={false}>
      <LookedPart of={looked} empty={t('none.notes')}>
        {(rows) => (
          <ul>
            {rows.map(({ note, by, at, text }) => (
              <li key={note} className="people__note">
                <p className="small quiet">{t('noteBy', { name: by, at: format.momentIn(at) })}</p>
                <p className="people__noteText">{text}</p>
              </li>
            ))}
          </ul>
        )}
      </LookedPart>
      <Pager page={page} hasMore={looked.hasMore} />
    </Pane>
  );
}

const BAD = new Set(['failed', 'undelivered', 'complained']);

function Delivery({ state }: { readonly state: string }) {
  const t = useTexts('deskPeople');
  const tone = state === 'delivered' ? 'ok' : BAD.has(state) ? 'bad' : 'plain';
  return <Tag tone={tone}>{t.has(`delivery.${state}`) ? t(`delivery.${state}`) : plainWords(state)}</Tag>;
}

function SessionState({ state, because }: { readonly state: string; readonly because: string }) {
  const t = useTexts('deskPeople');
  if (state === 'open') return <Tag tone="ok">{t('session.open')}</Tag>;
  const words = because === '' ? t('session.ended') : plainWords(because.replaceAll('_', ' '));
  return <span className="quiet">{words}</span>;
}
