import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Link, useLocation, useNavigate } from '@wattle/web/router/public.ts';
import { Chip, ChipRow } from '@wattle/web/ui/chip.tsx';
import { useAllShownOnce } from '../../calls/shown-once.ts';
import type { Looked } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { RequestTable } from './request-list.tsx';
import { useTitleOf } from './request-words.ts';
import { ENDINGS, MINE, type Picked, type Request, type SubjectRow } from './use-requests.ts';

const TONES: Readonly<Record<string, TagTone>> = { Done: 'ok', Failed: 'bad', Approved: 'info', Requested: 'info' };

type EndedListProps = {
  readonly of: Looked<Request>;
  /** True: all ended requests, and not only those of today. */
  readonly isAll: boolean;
  /** Filters of all ended requests. */
  readonly picked: Picked;
  readonly page: number;
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

/** Requests with their outcome. */
export function EndedList({ of, isAll, picked, page, subjects }: EndedListProps) {
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
      {isAll ? <Picks of={picked} /> : null}
      <LookedPart of={of} empty={t(isAll ? 'noneSuch' : 'noneEnded')}>
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
                    {row.decidedByName === '' || row.decidedBy === row.askedBy ? null : (
                      <span className="approvals__sub">
                        {t(row.state === 'Refused' ? 'refusedBy' : 'approvedBy', { name: row.decidedByName })}
                      </span>
                    )}
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

/** Filters of all requests, in the address. */
function Picks({ of: { state, mine } }: { readonly of: Picked }) {
  const t = useTexts('deskApprovals');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const pick = (next: Picked) => {
    const search = new URLSearchParams({ list: 'all' });
    if (next.state) search.set('state', next.state);
    if (next.mine) search.set('mine', next.mine);
    void navigate({ pathname, search: `?${search}` }, { replace: true });
  };
  return (
    <div className="approvals__picks">
      <ChipRow label={t('pick.state')} isWrapped>
        {ENDINGS.map((one) => (
          <Chip key={one} isOn={state === one} onPress={() => pick({ mine, state: state === one ? undefined : one })}>
            {t(`ending.${one}`)}
          </Chip>
        ))}
        {MINE.map((one) => (
          <Chip key={one} isOn={mine === one} onPress={() => pick({ state, mine: mine === one ? undefined : one })}>
            {t(`pick.${one}`)}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}
