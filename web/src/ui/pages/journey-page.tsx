import './page-parts.css';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../layout/page-title.ts';
import { BackLink } from './back-link.tsx';
import { classNames } from '../class-names.ts';
import { ErrorSummary, type Problem } from '../fields/error-summary.tsx';
import { Steps } from './steps.tsx';
import type { Way } from '../way.tsx';

export type JourneyPageProps = {
  /** The question that the page asks: `How much?` */
  readonly title: string;
  readonly lead?: ReactNode;
  readonly back?: Way;
  readonly steps?: { readonly step: number; readonly of: number };
  /** Problems of the last attempt, shown above the heading. */
  readonly problems?: readonly Problem[];
  readonly help?: string | undefined;
  readonly attempt?: number;
  readonly onRetry?: (() => void) | undefined;
  /** Above the heading, if there are no problems. */
  readonly notice?: ReactNode;
  /** Two columns on a wide screen. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** Page of a journey: back link, progress, one question, and its answer. */
export function JourneyPage(props: JourneyPageProps) {
  usePageTitle(props.title);
  const { title, lead, back, steps, problems = [], help, attempt = 0, onRetry, notice, isWide, children } = props;
  return (
    <div className={classNames('journey-page', isWide && 'journey-page--wide')}>
      {back ? <BackLink way={back} /> : null}
      {steps ? <Steps step={steps.step} of={steps.of} /> : null}
      <ErrorSummary problems={problems} help={help} attempt={attempt} onRetry={onRetry} />
      {problems.length === 0 ? notice : null}
      <h1 className="journey-page__title">{title}</h1>
      {lead ? <div className="journey-page__lead">{lead}</div> : null}
      {children}
    </div>
  );
}
