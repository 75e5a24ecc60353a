import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Link, useLocation } from '@wattle/web/router/public.ts';
import { useAllShownOnce } from '../../calls/shown-once.ts';
import type { Looked } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { RequestTable } from './request-list.tsx';
import { useTitleOf } from './request-words.ts';
import type { Request, SubjectRow } from './use-requests.ts';

const TONES: Readonly<Record<string, TagTone>> = { Done: 'ok', Failed: 'bad', Approved: 'info', Requested: 'info' };

type EndedListProps = {
  readonly of: Looked<Request>;
  /** True: all ended requests, and not only those of today. */
  readonly isAll: boolean;
  readonly page: number;
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

/** Requests with their outcome. */
export function EndedList({ of, isAll, page, subjects }: EndedListProps) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const titleOf = useTitleOf();
  const shownOnce = useAllShownOnce();
  const title = t(isAll ? 'all' : 'ended');
  const { pathname } = useLocation();
  return (
    <Pane
      title={title}
      aside={<Link to={{ pathname, search: isAll ? '' : '?list=all' }}>{t(isAll ? 'ofToday' : 'seeAll')}</Link>}
      isPadded={false}
    >
      <LookedPart of={of} empty={t('noneEnded')}>
        {(rows) => (
          <RequestTable
            label={title}
            rows={rows}
            columns={[
              {
                key: 'request',
                head: t('column.request'),
                render: (row) => (
                  <>
                    <span>{[titleOf(row), subjects.get(row.object)?.name].filter(Boolean).join(' · ')}</span>
                    <span className="approvals__sub">
                      {row.isOwn ? t('byYou') : t('by', { name: row.askedByName })}
                    </span>
                  </>
                ),
              },
              {
                key: 'outcome',
                head: t('column.outcome'),
                isTight: true,
                render: ({ request, state, decidedAt, expiresAt, decidedBy, askedBy }) => {
                  if (shownOnce.has(request)) return <Tag tone="warn">{t('notSaved')}</Tag>;
                  const end = decidedAt === '' ? expiresAt : decidedAt;
                  const isWithdrawn = state === 'Refused' && decidedBy === askedBy;
                  const words = t(`ending.${isWithdrawn ? 'Withdrawn' : state}`);
                  const at = isAll ? format.dateOf(end) : format.timeOf(end);
                  return <Tag tone={TONES[state] ?? 'plain'}>{`${words} ${at}`}</Tag>;
                },
              },
            ]}
          />
        )}
      </LookedPart>
      {isAll ? <Pager page={page} hasMore={of.hasMore} /> : null}
    </Pane>
  );
}
