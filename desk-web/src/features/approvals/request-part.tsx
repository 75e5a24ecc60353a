import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Link } from '@wattle/web/router/public.ts';
import { useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useChange } from '../../calls/use-change.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Say } from '../../ui/say.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import { AskerHistory } from './asker-history.tsx';
import { AttachmentsPart, useAttachmentsOf } from './attachments-part.tsx';
import { type Decisions, DecisionForm } from './decision-form.tsx';
import { EndedPart } from './ended-part.tsx';
import { EffectTable, useEffectOf } from './effect-table.tsx';
import { BackToRequests } from './request-list.tsx';
import { useAskedFacts, useTitleOf } from './request-words.ts';
import { EVERY_MS, hasEnded, type Request, type SubjectRow, useSubjects } from './use-requests.ts';

/**
 * One request: who asks, why, its effect, and the decision. After the decision it stays on the page with its outcome.
 */
export function RequestPart({ id }: { readonly id: string }) {
  const t = useTexts('deskApprovals');
  const looked = useCommand('requests', { request: id }, { everyMs: EVERY_MS });
  const details = useCommand('request-details', { request: id });
  const subjects = useSubjects(looked.rows);
  const titleOf = useTitleOf();
  // Kept here, so that they outlive the form.
  const decisions = { approve: useChange('approve'), refuse: useChange('refuse') };
  const [changed, setChanged] = useState<readonly RowOf<'request-effect'>[]>([]);
  const [request] = looked.rows ?? [];
  const subject = subjects.get(request?.object ?? '');
  const title = request ? [titleOf(request), subject?.name].filter(Boolean).join(' · ') : t('one');
  const given = request && { request, subject, details, decisions };
  if (given && hasEnded(given.request)) return <EndedPart {...given} title={title} changed={changed} />;
  return (
    <Pane title={title} aside={<BackToRequests />}>
      <LookedPart of={looked} empty={t('unknown')}>
        {() => (given ? <OpenBody {...given} onApproved={setChanged} /> : null)}
      </LookedPart>
    </Pane>
  );
}

type OpenBodyProps = {
  readonly request: Request;
  readonly subject: SubjectRow | undefined;
  readonly details: Looked<RowOf<'request-details'>>;
  readonly decisions: Decisions;
  readonly onApproved: (changed: readonly RowOf<'request-effect'>[]) => void;
};

function OpenBody({ request, subject, details, decisions, onApproved }: OpenBodyProps) {
  const t = useTexts('deskApprovals');
  const desk = useTexts('desk');
  const format = useDeskFormat();
  const asked = useAskedFacts(request, details.rows);
  const isWaiting = request.state === 'Requested';
  const effect = useEffectOf(request.request, isWaiting);
  const attachments = useAttachmentsOf(request, isWaiting);
  const attached = request.attachments === 0 ? 0 : attachments.rows?.length;
  // The items that the effect counts are listed.
  const isRead = effect.rows !== undefined && (effect.rows[0]?.attachments ?? 0) <= (attached ?? -1);
  const asker = t('askedBy', {
    name: request.isOwn ? t('you') : request.askedByName,
    role: desk(`role.${request.askedByRole}`).toLowerCase(),
    at: format.momentIn(request.askedAt),
  });
  const added =
    request.askerAddedBy === ''
      ? ''
      : t('askerAdded', { names: request.askerAddedBy, at: format.momentIn(request.askerAddedAt) });
  return (
    <>
      {request.approvedBefore === '' ? null : (
        <Say tone="warn">{t('approvedBefore.text', { name: request.approvedBefore })}</Say>
      )}
      <Facts
        facts={[
          [t('fact.asked'), asker],
          [t('fact.added'), added],
          [t('fact.reason'), request.reason],
          [t('fact.for'), subjectWords(subject)],
          ...asked,
        ]}
      />
      {isWaiting ? null : (
        <Say tone="info" isNews>
          {t('decided.Approved', { name: request.decidedByName, at: format.momentIn(request.decidedAt) })}
        </Say>
      )}
      <WayToFile object={request.object} />
      <AttachmentsPart request={request} of={attachments} />
      {isWaiting ? (
        <>
          <EffectTable of={effect} />
          <AskerHistory request={request} />
        </>
      ) : null}
      <DecisionForm
        request={request}
        isRead={details.rows !== undefined && (!isWaiting || isRead)}
        effect={effect}
        decisions={decisions}
        onApproved={onApproved}
      />
    </>
  );
}

/** Way to the rows of a file of people, which its approver reads. */
function WayToFile({ object }: Pick<Request, 'object'>) {
  const t = useTexts('deskApprovals');
  const file = /^people_file:([1-9]\d*)$/.exec(object)?.[1];
  return file === undefined ? null : (
    <p>
      <Link to={`/people-files/${file}`}>{t('seeRows')}</Link>
    </p>
  );
}
