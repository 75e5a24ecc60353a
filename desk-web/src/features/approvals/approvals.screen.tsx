import { Link, useLocation, useNavigate, useParams, useSearch } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { buttonClass } from '@wattle/web/ui/button.tsx';
import { useState } from 'react';
import { usePageNumber } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { EndedList } from './ended-list.tsx';
import { KeysDialog, KeysLine } from './keys.tsx';
import { RequestList } from './request-list.tsx';
import { RequestPart } from './request-part.tsx';
import { useTitleOf } from './request-words.ts';
import {
  ENDINGS,
  isForOthers,
  MINE,
  type Picked,
  type Request,
  type SubjectRow,
  useEndedRequests,
  useOpenRequests,
  useSubjects,
} from './use-requests.ts';
import './approvals.css';

/**
 * Requests that wait for a second person, decided ones, and the chosen one. The chosen one stays, with its outcome,
 * until the person leaves it.
 */
export function ApprovalsScreen() {
  const t = useTexts('deskApprovals');
  const navigate = useNavigate();
  const { search } = useLocation();
  const { request: chosen } = useParams();
  const asked = useSearch();
  const isAll = asked.get('list') === 'all';
  const picked: Picked = {
    state: ENDINGS.find((one) => one === asked.get('state')),
    mine: MINE.find((one) => one === asked.get('mine')),
  };
  const page = usePageNumber();
  const open = useOpenRequests(isAll ? 1 : page);
  const ended = useEndedRequests(isAll, page, picked);
  // Two calls, because one names as many as a page has.
  const openSubjects = useSubjects(open.rows);
  const endedSubjects = useSubjects(ended.rows);
  const [isHelped, setHelped] = useState(false);
  const rows = open.rows ?? [];
  const at = rows.findIndex(({ request }) => request === chosen);
  const next = nextOf(rows, at);
  const go = (to: Request | undefined) => (to ? () => void navigate(`/approvals/${to.request}${search}`) : undefined);
  useKeys({ j: go(next), k: go(at > 0 ? rows[at - 1] : undefined), '?': () => setHelped(true) });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} actions={<KeysLine />} />
      <div className="cols">
        <div className={`col-4 stack approvals__narrow${chosen === undefined ? '' : ' approvals__lists'}`}>
          <Pane title={t('waiting')} aside={<span className="quiet">{open.rows?.length}</span>} isPadded={false}>
            <LookedPart of={open} empty={t('none')}>
              {(shown) => <RequestList rows={shown} subjects={openSubjects} />}
            </LookedPart>
            {isAll ? null : <Pager page={page} hasMore={open.hasMore} />}
          </Pane>
          <EndedList of={ended} isAll={isAll} picked={picked} page={page} subjects={endedSubjects} />
        </div>
        <div className="col-8 stack approvals__chosen">
          {chosen === undefined ? null : <RequestPart key={chosen} id={chosen} />}
          <NextPart next={next} subjects={openSubjects} />
          <p className="quiet small">{t('hint')}</p>
        </div>
      </div>
      {isHelped ? <KeysDialog onClose={() => setHelped(false)} /> : null}
    </>
  );
}

/** The request after the chosen one in the list. If none is chosen, the first one that someone else has asked for. */
function nextOf(rows: readonly Request[], at: number): Request | undefined {
  return at === -1 ? rows.find(isForOthers) : rows[at + 1];
}

type NextPartProps = {
  readonly next: Request | undefined;
  readonly subjects: ReadonlyMap<string, SubjectRow>;
};

/** The next request. It is only offered. */
function NextPart({ next, subjects }: NextPartProps) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const titleOf = useTitleOf();
  const { search } = useLocation();
  if (!next) return null;
  const { isOwn, object, askedAt, request } = next;
  const name = isOwn ? t('history.you') : next.askedByName;
  return (
    <section className="next" aria-labelledby="next">
      <div>
        <h2 className="quiet small" id="next">
          {t('next.title')}
        </h2>
        <p>
          <span className="strong">{[titleOf(next), subjects.get(object)?.name].filter(Boolean).join(' · ')}</span>
          <span className="approvals__sub">{t('next.asked', { name, at: format.momentIn(askedAt) })}</span>
        </p>
      </div>
      <Link className={buttonClass({ tone: 'line' })} to={`/approvals/${request}${search}`} aria-keyshortcuts="j">
        {t('next.open')}
        <kbd aria-hidden="true">J</kbd>
      </Link>
    </section>
  );
}
