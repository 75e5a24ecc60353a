import { Button } from '@wattle/web/ui/button.tsx';
import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { Outcome } from '../calls/use-change.ts';
import { AnswerTable } from './answer-table.tsx';
import { useDeskFormat } from './format.ts';
import { useFailureWords } from './refusal-words.ts';
import { Say } from './say.tsx';
import { ShownOncePart } from './shown-once-part.tsx';

type OutcomePartProps = {
  readonly outcome: Outcome;
  readonly isSending: boolean;
  /** True: the page shows by itself what was done. */
  readonly isShownElsewhere?: boolean | undefined;
  /** Sends the same again, under the same key. */
  readonly onRetry: () => void;
};

/** Outcome of a change: done, waiting for a second person, refused, or not known. */
export function OutcomePart({ outcome, isSending, isShownElsewhere = false, onRetry }: OutcomePartProps) {
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
  return (
    <>
      <Say tone="ok" isNews>
        {t('outcome.done')}
      </Say>
      {outcome.answer.rows.length > 0 && !isShownElsewhere ? (
        <AnswerTable label={t('outcome.answer')} rows={outcome.answer.rows} />
      ) : null}
    </>
  );
}
