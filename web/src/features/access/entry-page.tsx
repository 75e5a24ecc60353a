import './entry-page.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { useErrorTitle } from '../../layout/page-title.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { CardAccessSteps } from './card-access-steps.tsx';
import type { EntryForm } from './use-entry-form.ts';

export const ENTRY_FIELD_ID = 'entry';

type EntryPageProps = {
  readonly title: string;
  readonly lead: string;
  readonly back: string;
  /** Which of the steps of card access this is. */
  readonly step?: 1 | 2;
  readonly notice?: ReactNode;
  readonly help?: string | undefined;
  readonly form: EntryForm;
  /** The field and the button. */
  readonly children: ReactNode;
  /** Below the form: other ways on. */
  readonly after?: ReactNode;
};

/** The frame of a page that asks for one thing. */
export function EntryPage({ title, lead, back, step, notice, help, form, children, after }: EntryPageProps) {
  const t = useTexts('recovery');
  const { error } = form;
  useErrorTitle(error !== null);
  return (
    <div className="entry">
      <Link className="entry__back" to={back}>
        <AppIcon name="previous" size="s" />
        {t('back')}
      </Link>
      {step === undefined ? null : <CardAccessSteps step={step} />}
      <ErrorSummary
        problems={error === null ? [] : [{ fieldId: ENTRY_FIELD_ID, text: error }]}
        help={help}
        attempt={form.attempt}
      />
      {error === null ? notice : null}
      <h1>{title}</h1>
      <p className="entry__lead">{lead}</p>
      <form className="entry__form" noValidate onSubmit={form.onSubmit}>
        {children}
      </form>
      {after}
    </div>
  );
}
