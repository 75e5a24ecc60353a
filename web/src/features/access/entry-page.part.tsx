import './entry-page.css';
import type { ReactNode } from 'react';
import { Link } from '../../router/public.ts';
import { FormPage } from '../../form/form-page.tsx';
import type { FormFrame } from '../../form/use-form.ts';

/** Steps of the journey for forgotten card details. */
export const CARD_ACCESS_STEPS = 3;

type EntryPageProps = {
  readonly title: string;
  readonly lead: ReactNode;
  readonly back: string;
  /** The current step of card access. */
  readonly step?: 1 | 2;
  readonly notice?: ReactNode;
  readonly help?: string | undefined;
  readonly form: FormFrame;
  /** The field and the button. */
  readonly children: ReactNode;
  /** Below the form: links to other pages. */
  readonly after?: ReactNode;
};

/** The frame of a page that asks for one thing. */
export function EntryPage({ title, lead, back, step, notice, help, form, children, after }: EntryPageProps) {
  return (
    <div className="entry">
      <FormPage
        title={title}
        lead={lead}
        back={{ to: back, link: Link }}
        {...(step === undefined ? {} : { steps: { step, of: CARD_ACCESS_STEPS } })}
        help={help}
        notice={notice}
        form={form}
        className="entry__form"
        after={after}
      >
        {children}
      </FormPage>
    </div>
  );
}
