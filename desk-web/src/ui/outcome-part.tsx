import { Button } from '@wattle/web/ui/button.tsx';
import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { Done } from '../calls/commands.ts';
import type { Outcome } from '../calls/use-change.ts';
import { useCommand } from '../calls/use-command.ts';
import { AnswerTable } from './answer-table.tsx';
import { useDeskFormat } from './format.ts';
import { useFailureWords } from './refusal-words.ts';
import { personLink } from './person-link.tsx';
import { Say } from './say.tsx';
import { ShownOncePart } from './shown-once-part.tsx';
import { subjectWords } from './subject-words.ts';

type OutcomePartProps = {
  readonly outcome: Outcome;
  /** The command, which may have its own words for a column. */
  readonly command?: string;
  readonly isSending: boolean;
  /** True: the page shows by itself what was done. */
  readonly isShownElsewhere?: boolean | undefined;
  /** Sends the same again, under the same key. */
  readonly onRetry: () => void;
};

/** Outcome of a change: done, waiting for a second person, refused, or not known. */
export function OutcomePart({ outcome, command = '', isSending, isShownElsewhere = false, onRetry }: OutcomePartProps) {
  const t = useTexts('desk');
  const format = useDeskFormat();
  const words = useFailureWords();
  if (outcome.kind === 'waits') {
    return (
      <Say tone="warn" isNews>
        <p className="strong">{t('outcome.waits', { request: outcome.request })}</p>
        <p>{t('outcome.waitsUntil', { until: format.momentIn(outcome.expiresAt) })}</p>
        <Link to={`/approvals/${outcome.request}`}>{t('outcome.seeRequest')}</Link>
      </Say>
    );
  }
  if (outcome.kind === 'unsure') {
    return (
      <Say tone="warn" isNews>
        <p className="strong">{t('outcome.unsure')}</p>
        <p>{t('outcome.unsureText')}</p>
        <Button tone="line" small busy={isSending} onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      </Say>
    );
  }
  if (outcome.kind === 'refused') {
    return (
      <Say tone="bad" isNews>
        {words(outcome.failure)}
      </Say>
    );
  }
  if (outcome.shownOnce !== undefined) return <ShownOncePart request={outcome.shownOnce} />;
  const { rows, done } = outcome.answer;
  const isListed = rows.length > 0 && !isShownElsewhere && (!done || done.isList === true);
  return (
    <>
      <DonePart done={done} />
      {isListed ? <AnswerTable label={t('outcome.answer')} rows={rows} command={command} /> : null}
    </>
  );
}

/** End of a command: the sentence, whom it was about, the number to read out, and what comes next. */
function DonePart({ done }: { readonly done: Done | undefined }) {
  const t = useTexts('desk');
  if (!done) {
    return (
      <Say tone="ok" isNews>
        {t('outcome.done')}
      </Say>
    );
  }
  const { words, reference, next, object = '' } = done;
  return (
    <Say tone="ok" isNews>
      <p className="strong">{words}</p>
      <SubjectLine object={object} />
      {reference === undefined ? null : <ReferenceLine reference={reference} />}
      {next === undefined ? null : <p>{next}</p>}
    </Say>
  );
}

/** A receipt as it is read out: `26330 000231 3`. */
const read = (reference: string) => reference.replace(/^(\d{5})(\d{6,})(\d)$/, '$1 $2 $3');

/** The number to read out, in groups. */
export function ReferenceLine({ reference }: { readonly reference: string }) {
  const t = useTexts('desk');
  return (
    <p className="say__reference">
      <span className="small quiet">{t('outcome.reference')}</span>
      <span className="figures strong">{read(reference)}</span>
    </p>
  );
}

/** Kinds of objects that a person is behind. */
const OF_A_PERSON = /^(?:card|account|holder):[1-9]\d*$/;

/** Name, card or account of what a command was about, with the way to the person. */
export function SubjectLine({ object }: { readonly object: string }) {
  const { rows = [] } = useCommand('subjects', { objects: object }, { isOff: !OF_A_PERSON.test(object) });
  const [subject] = rows;
  if (!subject || !OF_A_PERSON.test(object)) return null;
  return <p>{personLink(subject.person, subjectWords(subject))}</p>;
}
