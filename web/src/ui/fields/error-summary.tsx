import './error-summary.css';
import { useEffect, useId, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

/** Problem of a field, or of the whole form under a separate id. */
export type Problem = { readonly text: string } & ({ readonly fieldId: string } | { readonly id: string });

type ErrorSummaryProps = {
  readonly problems: readonly Problem[];
  /** Further help below the list. */
  readonly help?: string | undefined;
  /** Number of attempts: the summary gets the focus at each failed one. */
  readonly attempt: number;
  /** Submits the same again. */
  readonly onRetry?: (() => void) | undefined;
};

/** Problems of a form above its heading. Each line links to its field. */
export function ErrorSummary({ problems, help, attempt, onRetry }: ErrorSummaryProps) {
  const t = useTexts('common');
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isShown = problems.length > 0;
  useEffect(() => {
    if (isShown && attempt > 0) box.current?.focus();
    // Not when problems come and go while typing: that would take the person out of the field.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt]);
  if (!isShown) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} role="alert" aria-labelledby={titleId}>
      <h2 className="error-summary__title" id={titleId}>
        <Icon name="warning" />
        {t('problemTitle')}
      </h2>
      <ul>
        {problems.map((problem) =>
          'fieldId' in problem ? (
            <li key={problem.fieldId}>
              <a
                className="error-summary__link"
                href={`#${problem.fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(problem.fieldId)?.focus();
                }}
              >
                {problem.text}
              </a>
            </li>
          ) : (
            <li className="error-summary__whole" key={problem.id} id={problem.id}>
              {problem.text}
            </li>
          ),
        )}
      </ul>
      {help ? <p className="error-summary__help">{help}</p> : null}
      {onRetry ? (
        <Button tone="line" small onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  );
}
