import './entry-page.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useErrorTitle } from '../../layout/page-title.ts';
import { JourneyPage } from '../../ui/journey-page.tsx';
import type { EntryForm } from './use-entry-form.ts';

export const ENTRY_FIELD_ID = 'entry';

/** Steps of the way back to forgotten card details. */
export const CARD_ACCESS_STEPS = 3;

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
  const { error } = form;
  useErrorTitle(error !== null);
  return (
    <div className="entry">
      <JourneyPage
        title={title}
        lead={lead}
        back={{ to: back, link: Link }}
        {...(step === undefined ? {} : { steps: { step, of: CARD_ACCESS_STEPS } })}
        problems={error === null ? [] : [{ fieldId: ENTRY_FIELD_ID, text: error }]}
        help={help}
        attempt={form.attempt}
        notice={notice}
      >
        <form className="entry__form" noValidate onSubmit={form.onSubmit}>
          {children}
        </form>
        {after}
      </JourneyPage>
    </div>
  );
}
