import { useStore } from '@wattle/web/observable.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { classNames } from '@wattle/web/ui/class-names.ts';
import { Icon } from '@wattle/web/ui/icon.tsx';
import { useId } from 'react';
import type { AnyRow, RowOf } from '../../calls/commands.ts';
import { useShownOnce } from '../../calls/shown-once.ts';
import { type Looked, useAnyCommand } from '../../calls/use-command.ts';
import { AnswerTable } from '../../ui/answer-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { FailedPart } from '../../ui/looked.tsx';
import { useFailureWords } from '../../ui/refusal-words.ts';
import { ReferenceLine } from '../../ui/outcome-part.tsx';
import { Say } from '../../ui/say.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import { ShownOncePart } from '../../ui/shown-once-part.tsx';
import { sessionState } from '../../session/session.ts';
import { AttachmentsPart, useAttachmentsOf } from './attachments-part.tsx';
import type { Decisions } from './decision-form.tsx';
import { shownEffect } from './effect-table.tsx';
import { BackToRequests } from './request-list.tsx';
import { useAskedFacts } from './request-words.ts';
import type { Request, SubjectRow } from './use-requests.ts';

type EndedPartProps = {
  readonly request: Request;
  readonly title: string;
  readonly subject: SubjectRow | undefined;
  readonly details: Looked<RowOf<'request-details'>>;
  readonly decisions: Decisions;
  /** The effect that this person has just approved. */
  readonly changed: readonly RowOf<'request-effect'>[];
};

/** A request that can no longer be decided: its outcome, its answer and its inputs. */
export function EndedPart({ request, title, subject, details, decisions, changed }: EndedPartProps) {
  const t = useTexts('deskApprovals');
  const forms = useTexts('deskForms');
  const format = useDeskFormat();
  const failureWords = useFailureWords();
  const id = useId();
  const asked = useAskedFacts(request, details.rows);
  const endWords = useEndWords(request);
  const shownOnce = useShownOnce(request.request);
  const attachments = useAttachmentsOf(request, false);
  const { command, state, reason } = request;
  const isDone = state === 'Done';
  const inputs = Object.fromEntries((details.rows ?? []).map(({ field, value }) => [field, value]));
  const outcome = decisions.approve.outcome ?? decisions.refuse.outcome;
  const lost = `once.lost.${command}`;
  const half = `half.${command}`;
  return (
    <section className="pane approvals__ended" aria-labelledby={id}>
      <div className={classNames('outcome', isDone ? 'outcome--done' : 'outcome--not')}>
        <span className="outcome__mark">
          <Icon name={isDone ? 'check' : 'info'} size="s" />
        </span>
        <div role="status">
          <h2 id={id}>
            {isDone && request.outcome !== '' ? request.outcome : t(`outcome.${endOf(request)}`, { what: title })}
          </h2>
          <p>{endWords}</p>
        </div>
        <span className="quiet small">
          {t('number', { request: request.request })}
          <BackToRequests />
        </span>
      </div>
      <div className="pane__body">
        {outcome?.kind === 'refused' ? (
          <Say tone="bad" isNews>
            {failureWords(outcome.failure)}
          </Say>
        ) : null}
        {shownOnce ? (
          <ShownOncePart request={request.request} command={command} />
        ) : (
          <>
            {isDone && request.reference !== '' ? <ReferenceLine reference={request.reference} /> : null}
            {isDone && request.next !== '' ? <p>{request.next}</p> : null}
            <AnswerPart request={request} />
            {isDone && request.isOwn && t.has(half) ? (
              <Say>{t(half, { ...inputs, approver: request.decidedByName })}</Say>
            ) : null}
            {isDone && forms.has(lost) ? <p className="quiet small">{forms(lost)}</p> : null}
          </>
        )}
        {changed.length > 0 || shownOnce ? (
          <div className="approvals__after">
            {changed.length > 0 ? (
              <div>
                <h3>{t('changed')}</h3>
                <Facts facts={changed.map(({ what, change }) => [what, shownEffect(format, change, true)])} />
              </div>
            ) : null}
            {shownOnce ? (
              <div>
                <h3>{t('seenBy')}</h3>
                <p className="small">{t('seenBy.asker', { name: request.askedByName })}</p>
              </div>
            ) : null}
          </div>
        ) : null}
        <h3>{t('wasAsked')}</h3>
        <Facts facts={[[t('fact.for'), subjectWords(subject)], [t('fact.reason'), reason], ...asked]} />
        <AttachmentsPart request={request} of={attachments} />
      </div>
    </section>
  );
}

const endOf = ({ state, decidedBy, askedBy }: Request) =>
  state === 'Refused' && decidedBy === askedBy ? 'Withdrawn' : state;

/** Names who decided and who asked, and when. */
function useEndWords(request: Request): string {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const session = useStore(sessionState);
  const { state, decidedBy, decidedByName, decidedAt, isOwn, askedByName, askedAt } = request;
  const isMe = session.status === 'in' && session.session.name === decidedBy;
  const decision =
    decidedAt === ''
      ? ''
      : t(`decision.${state === 'Refused' ? (endOf(request) === 'Withdrawn' ? 'withdrew' : 'refused') : 'approved'}`, {
          name: isMe ? t('history.you') : decidedByName,
          at: format.momentIn(decidedAt),
        });
  const asking = t('decision.asked', { name: isOwn ? t('history.you') : askedByName, at: format.momentIn(askedAt) });
  return [decision, asking].filter(Boolean).join(' ');
}

/** The answer of the request, or why it was refused. */
function AnswerPart({ request: { request, command, state, outcome, isListed } }: { readonly request: Request }) {
  const t = useTexts('deskApprovals');
  const words = useFailureWords();
  const looked = useAnyCommand<AnyRow>(
    'request-outcome',
    { request },
    { isOff: state !== 'Done' || (outcome !== '' && !isListed) },
  );
  if (state === 'Failed') return <p>{t('because', { words: words({ kind: 'refused', error: outcome }) })}</p>;
  if (state === 'Refused') return outcome === '' ? null : <p>{t('because', { words: outcome })}</p>;
  if (looked.failure) return <FailedPart failure={looked.failure} isBusy={looked.isLooking} onRetry={looked.retry} />;
  const { rows = [] } = looked;
  return rows.length > 0 ? <AnswerTable label={t('answer')} rows={rows} command={command} /> : null;
}
