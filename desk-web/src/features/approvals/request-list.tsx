import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Link, useLocation, useParams } from '@wattle/web/router/public.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { type Column, RowsTable } from '../../ui/rows-table.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import { Tag } from '../../ui/tag.tsx';
import { useTimeLeft, useTitleOf } from './request-words.ts';
import type { Request, SubjectRow } from './use-requests.ts';

type RequestTableProps = {
  readonly label: string;
  readonly rows: readonly Request[];
  readonly columns: readonly Column<Request>[];
};

/** A list of requests. It does not change while one of them is open next to it. */
export function RequestTable(props: RequestTableProps) {
  const { search } = useLocation();
  const { request: chosen } = useParams();
  return (
    <RowsTable
      {...props}
      keyOf={({ request }) => request}
      wayOf={({ request }) => ({ to: `/approvals/${request}${search}` })}
      isCurrent={({ request }) => request === chosen}
    />
  );
}

/** Where the lists are not next to the request: the link back to them. */
export function BackToRequests() {
  const t = useTexts('deskApprovals');
  const { search } = useLocation();
  return (
    <Link className="approvals__back" to={{ pathname: '/approvals', search }}>
      {t('back')}
    </Link>
  );
}

type RequestListProps = {
  readonly rows: readonly Request[];
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

/** Requests that wait for a second person. */
export function RequestList({ rows, subjects }: RequestListProps) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const titleOf = useTitleOf();
  const timeLeft = useTimeLeft();
  return (
    <RequestTable
      label={t('waiting')}
      rows={rows}
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
          render: ({ expiresAt, state, approvedBefore }) => {
            if (approvedBefore !== '') return <Tag tone="warn">{t('approvedBefore')}</Tag>;
            if (state === 'Approved') return <Tag tone="info">{t('state.Approved')}</Tag>;
            const { words, isSoon } = timeLeft(expiresAt);
            return isSoon ? <Tag tone="warn">{words}</Tag> : <span className="figures">{words}</span>;
          },
        },
      ]}
    />
  );
}
