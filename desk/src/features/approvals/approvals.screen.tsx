import { useNavigate, useParams, useSearch } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { usePageNumber } from '../../calls/use-command.ts';
import { LookedPart } from '../../parts/looked.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { EndedList } from './ended-list.tsx';
import { KeysDialog, KeysLine } from './keys.tsx';
import { NextPart } from './next-part.tsx';
import { RequestList } from './request-list.tsx';
import { RequestPart } from './request-part.tsx';
import { isForOthers, type Request, useEndedRequests, useOpenRequests, useSubjects } from './use-requests.ts';
import './approvals.css';

/**
 * Requests that wait for a second person, those that were decided, and the one that was chosen. Nothing takes the place
 * of the chosen one: it stays, with its outcome, until the person leaves it.
 */
export function ApprovalsScreen() {
  const t = useTexts('deskApprovals');
  const navigate = useNavigate();
  const { request: chosen } = useParams();
  const isAll = useSearch().get('list') === 'all';
  const page = usePageNumber();
  const open = useOpenRequests(isAll ? 1 : page);
  const ended = useEndedRequests(isAll, page);
  const subjects = useSubjects([...(open.rows ?? []), ...(ended.rows ?? [])]);
  const [isHelped, setHelped] = useState(false);
  const rows = open.rows ?? [];
  const at = rows.findIndex(({ request }) => request === chosen);
  const next = nextOf(rows, at);
  const go = (to: Request | undefined) => (to ? () => void navigate(`/approvals/${to.request}`) : undefined);
  useKeys({ j: go(next), k: go(at > 0 ? rows[at - 1] : undefined), '?': () => setHelped(true) });
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} actions={<KeysLine />} />
      <div className="cols">
        <div className={chosen === undefined ? 'col-4 stack' : 'col-4 stack approvals__lists'}>
          <Pane title={t('waiting')} aside={<span className="quiet">{open.rows?.length}</span>} isPadded={false}>
            <LookedPart of={open} empty={t('none')}>
              {(shown) => <RequestList rows={shown} chosen={chosen} subjects={subjects} />}
            </LookedPart>
            {isAll ? null : <Pager page={page} hasMore={open.hasMore} />}
          </Pane>
          <EndedList of={ended} isAll={isAll} page={page} chosen={chosen} subjects={subjects} />
        </div>
        <div className="col-8 stack approvals__chosen">
          {chosen === undefined ? null : <RequestPart key={chosen} id={chosen} />}
          <NextPart next={next} subjects={subjects} />
          <p className="quiet small">{t('hint')}</p>
        </div>
      </div>
      {isHelped ? <KeysDialog onClose={() => setHelped(false)} /> : null}
    </>
  );
}

/** The request after the chosen one in the list; the first that somebody else has asked for where none of it is chosen. */
function nextOf(rows: readonly Request[], at: number): Request | undefined {
  return at === -1 ? rows.find(isForOthers) : rows[at + 1];
}
