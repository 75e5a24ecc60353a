import './error-summary.css';
import { useEffect, useId, useRef } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Icon } from './icon.tsx';

export type Problem = { readonly fieldId: string; readonly text: string };

type ErrorSummaryProps = {
  readonly problems: readonly Problem[];
  /** What else helps, below the list. */
  readonly help?: string | undefined;
  /** Counts the attempts: the summary takes focus at each one that failed. */
  readonly attempt: number;
};

/** What is wrong with a form, above its heading; each line leads to its field. */
export function ErrorSummary({ problems, help, attempt }: ErrorSummaryProps) {
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
        {problems.map((problem) => (
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
        ))}
      </ul>
      {help ? <p className="error-summary__help">{help}</p> : null}
    </div>
  );
}
