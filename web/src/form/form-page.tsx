import type { ReactNode } from 'react';
import { useErrorTitle } from '../layout/page-title.ts';
import { JourneyPage, type JourneyPageProps } from '../ui/pages/journey-page.tsx';
import { PageSplit } from '../ui/pages/page-split.tsx';
import type { FormFrame } from './use-form.ts';

type FormPageProps = Omit<JourneyPageProps, 'problems' | 'attempt' | 'onRetry'> & {
  readonly form: FormFrame;
  /** Id of the form element, for a button outside of it. */
  readonly formId?: string;
  /** Class of the form element. */
  readonly className: string;
  /** Between the heading and the form. */
  readonly before?: ReactNode;
  /** Below the form: links to other pages. */
  readonly after?: ReactNode;
  /** Summary shown beside the form on a wide screen. */
  readonly side?: ReactNode;
};

/** Page with a form: the error summary above its heading, and `Error:` in its title. */
export function FormPage({ form, formId, className, before, after, side, children, ...page }: FormPageProps) {
  useErrorTitle(form.problems.length > 0);
  const element = (
    <form id={formId} className={className} noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
      {children}
    </form>
  );
  return (
    <JourneyPage
      {...page}
      isWide={side !== undefined}
      problems={form.problems}
      attempt={form.attempt}
      onRetry={form.retry}
    >
      {before}
      {side === undefined ? element : <PageSplit side={side}>{element}</PageSplit>}
      {after}
    </JourneyPage>
  );
}
