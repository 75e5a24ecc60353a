import { useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../parts/format.ts';
import { LookedPart } from '../../parts/looked.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Pane } from '../../parts/pane.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { Tag } from '../../parts/tag.tsx';
import { RequestPart } from './request-part.tsx';
import { subjectWords, useTimeLeft, useTitleOf } from './request-words.ts';
import { type Request, type SubjectRow, useOpenRequests, useSubjects } from './use-requests.ts';
import './approvals.css';

/** Requests that wait for a second person, and the one that is looked at. */
export function ApprovalsScreen() {
  const t = useTexts('deskApprovals');
  const { request: chosen } = useParams();
  const page = usePageNumber();
  const looked = useOpenRequests(page);
  const subjects = useSubjects(looked.rows);
  // Until one is chosen, the first that somebody else has asked for.
  const first = looked.rows?.find(({ isOwn }) => !isOwn) ?? looked.rows?.[0];
  const shown = chosen ?? first?.request;
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="cols">
        <div className={chosen === undefined ? 'col-5' : 'col-5 approvals__list'}>
          <Pane title={t('waiting')} isPadded={false}>
            <LookedPart of={looked} empty={t('none')}>
              {(rows) => <RequestList rows={rows} shown={shown} subjects={subjects} />}
            </LookedPart>
            <Pager page={page} hasMore={looked.hasMore} />
          </Pane>
        </div>
        <div className={chosen === undefined ? 'col-7 approvals__first' : 'col-7'}>
          {shown === undefined ? null : <RequestPart key={shown} id={shown} isChosen={chosen !== undefined} />}
        </div>
      </div>
    </>
  );
}

type RequestListProps = {
  readonly rows: readonly Request[];
  readonly shown: string | undefined;
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

function RequestList({ rows, shown, subjects }: RequestListProps) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const titleOf = useTitleOf();
  const timeLeft = useTimeLeft();
  return (
    <RowsTable
      label={t('waiting')}
      rows={rows}
      keyOf={({ request }) => request}
      wayOf={({ request }) => ({ to: `/approvals/${request}` })}
      isCurrent={({ request }) => request === shown}
      columns={[
        {
          key: 'request',
          head: t('column.request'),
          render: (row) => (
            <>
              <span>{titleOf(row)}</span>
              {row.attachments > 0 ? (
                <span className="approvals__sub">{t('attachments.count', { count: row.attachments })}</span>
              ) : null}
              <span className="approvals__sub">{subjectWords(subjects.get(row.object)) || row.reason}</span>
            </>
          ),
        },
        {
          key: 'asked',
          head: t('column.asked'),
          render: ({ isOwn, askedByName, askedAt }) => (
            <>
              <span className={isOwn ? 'quiet' : undefined}>{isOwn ? t('you') : askedByName}</span>
              <span className="approvals__sub">{format.momentOf(askedAt)}</span>
            </>
          ),
        },
        {
          key: 'expires',
          head: t('column.expires'),
          isTight: true,
          render: ({ expiresAt, state }) => {
            if (state === 'Approved') return <Tag tone="info">{t('state.Approved')}</Tag>;
            const { words, isSoon } = timeLeft(expiresAt);
            return isSoon ? <Tag tone="warn">{words}</Tag> : <span className="figures">{words}</span>;
          },
        },
      ]}
    />
  );
}
