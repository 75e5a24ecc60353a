import '../../../ui/pages/panel.css';
import './increase-limit.css';
import { Link, Navigate, useNavigate } from '../../../router/public.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { SummaryList } from '../../../ui/pages/summary-list.tsx';
import { increaseLimitJourney } from './increase-limit-journey.ts';
import { ForLimitHolder, type LimitHolder } from './limit-holder.tsx';

/** Consent to the data sent to the identity service. */
export function IncreaseLimitConsentScreen() {
  const t = useTexts('increaseLimit');
  return (
    <ForLimitHolder title={t('consent.title')} ifVerified={paths.increaseLimitSuccessful()}>
      {(holder) => <ConsentForm {...holder} />}
    </ForLimitHolder>
  );
}

function ConsentForm({ person }: LimitHolder) {
  const t = useTexts('increaseLimit');
  const navigate = useNavigate();
  const { elsewhere, before, isReady } = useStep(increaseLimitJourney, 'consent');
  const form = useForm<'agreed'>({
    fields: { agreed: {} },
    rules: {
      check: ({ agreed }): { agreed?: string } => (agreed === 'true' ? {} : { agreed: 'required' }),
      submit: async (values) => {
        increaseLimitJourney.complete('consent', values);
        await navigate(paths.increaseLimitVerification());
        return null;
      },
    },
    problemWords: () => t('consent.required'),
  });
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  if (!isReady) return null;
  const { FirstName, MiddleName, Surname } = before.details;
  const { Address: address } = person;
  const { id, value, onValue, error } = form.field('agreed');
  const toAccount = { to: paths.myAccount(), link: Link };
  return (
    <FormPage
      title={t('consent.title')}
      lead={t('consent.lead')}
      back={{ to: paths.increaseLimitYourDetails(), link: Link }}
      steps={{ step: 2, of: 3 }}
      form={form}
      className="increase-limit__form"
      before={
        <div className="panel increase-limit__facts">
          <SummaryList
            rows={[
              {
                term: t('consent.name'),
                value: [FirstName, MiddleName, Surname]
                  .map((part) => part.trim())
                  .filter(Boolean)
                  .join(' '),
                change: { to: `${paths.increaseLimitYourDetails()}#FirstName`, link: Link },
              },
              { term: t('consent.birth'), value: person.DateOfBirth },
              {
                term: t('consent.address'),
                value: address
                  ? [address.AddressLine1, address.AddressLine2, address.Suburb, address.State, address.PostCode]
                      .filter(Boolean)
                      .join(', ')
                  : t('consent.noAddress'),
                change: toAccount,
              },
            ]}
          />
        </div>
      }
    >
      <Checkbox
        id={id}
        error={error}
        isChecked={value === 'true'}
        onChange={(is) => onValue(is ? 'true' : '')}
        label={t('consent.agree')}
      />
      <SubmitButton form={form}>{t('consent.submit')}</SubmitButton>
    </FormPage>
  );
}
