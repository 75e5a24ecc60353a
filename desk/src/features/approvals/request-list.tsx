import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../parts/format.ts';
import { RowsTable } from '../../parts/rows-table.tsx';
import { Tag } from '../../parts/tag.tsx';
import { subjectWords, useTimeLeft, useTitleOf } from './request-words.ts';
import type { Request, SubjectRow } from './use-requests.ts';

type RequestListProps = {
  readonly rows: readonly Request[];
  readonly chosen: string | undefined;
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

/** Requests that wait for a second person. */
export function RequestList({ rows, chosen, subjects }: RequestListProps) {
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
      isCurrent={({ request }) => request === chosen}
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
