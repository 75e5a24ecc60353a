import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../parts/facts.tsx';
import { useFieldWords } from '../../parts/field-words.ts';
import { useDeskFormat } from '../../parts/format.ts';
import { LookedPart } from '../../parts/looked.tsx';
import { Pane } from '../../parts/pane.tsx';
import { Say } from '../../parts/say.tsx';
import { AskerHistory } from './asker-history.tsx';
import { AttachmentsPart } from './attachments-part.tsx';
import { DecisionForm } from './decision-form.tsx';
import { EffectTable, useEffectOf } from './effect-table.tsx';
import { subjectWords, useTitleOf } from './request-words.ts';
import { EVERY_MS, type Request, type SubjectRow, useSubjects } from './use-requests.ts';

type RequestPartProps = { readonly id: string; readonly isChosen: boolean };

/** One request: who asks, why, what it would do, and the decision. It stays shown when somebody else has decided. */
export function RequestPart({ id, isChosen }: RequestPartProps) {
  const t = useTexts('deskApprovals');
  const looked = useCommand('requests', { request: id }, { everyMs: EVERY_MS });
  const subjects = useSubjects(looked.rows);
  const titleOf = useTitleOf();
  const [request] = looked.rows ?? [];
  const subject = subjects.get(request?.object ?? '');
  const title = request ? [titleOf(request), subject?.name].filter(Boolean).join(' · ') : t('one');
  return (
    <Pane title={title} aside={isChosen ? <Link to="/approvals">{t('back')}</Link> : null}>
      <LookedPart of={looked} empty={t('unknown')}>
        {() => (request ? <RequestBody request={request} subject={subject} /> : null)}
      </LookedPart>
    </Pane>
  );
}

type RequestBodyProps = { readonly request: Request; readonly subject: SubjectRow | undefined };

function RequestBody({ request, subject }: RequestBodyProps) {
  const t = useTexts('deskApprovals');
  const desk = useTexts('desk');
  const format = useDeskFormat();
  const wordsOf = useFieldWords(request.command);
  const details = useCommand('request-details', { request: request.request });
  const isWaiting = request.state === 'Requested';
  const effect = useEffectOf(request.request, isWaiting);
  const who = subjectWords(subject);
  const asker = t('askedBy', {
    name: request.isOwn ? t('you') : request.askedByName,
    role: desk(`role.${request.askedByRole}`).toLowerCase(),
    at: format.momentIn(request.askedAt),
  });
  return (
    <>
      <Facts
        facts={[
          [t('fact.asked'), asker],
          [t('fact.reason'), request.reason],
          [t('fact.for'), who],
          // Attachments have a list of their own.
          ...(details.rows ?? [])
            .filter(({ field }) => field !== 'attachments')
            .map(
              ({ field, value }) =>
                [
                  wordsOf(field),
                  field === 'amount' && !Number.isNaN(Number(value)) ? format.money(value) : value,
                ] as const,
            ),
        ]}
      />
      <StateWords request={request} />
      <AttachmentsPart request={request} />
      {isWaiting ? (
        <>
          <EffectTable of={effect} />
          <AskerHistory request={request} />
        </>
      ) : null}
      <DecisionForm
        request={request}
        isRead={details.rows !== undefined && (!isWaiting || effect.rows !== undefined)}
        effect={effect}
      />
    </>
  );
}

/** How a request has ended, or that it is being carried out. */
function StateWords({ request }: { readonly request: Request }) {
  const t = useTexts('deskApprovals');
  const format = useDeskFormat();
  const { state, decidedByName, decidedAt, outcome } = request;
  if (state === 'Requested') return null;
  const tone = state === 'Done' ? 'ok' : state === 'Approved' ? 'info' : 'warn';
  return (
    <Say tone={tone} isNews>
      <p className="strong">
        {decidedAt === ''
          ? t(`ended.${state}`)
          : t(`decided.${state}`, { name: decidedByName, at: format.momentIn(decidedAt) })}
      </p>
      {outcome === '' ? null : <p>{outcome}</p>}
    </Say>
  );
}
