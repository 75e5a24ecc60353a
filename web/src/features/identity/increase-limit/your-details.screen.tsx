import './increase-limit.css';
import { registerVerification } from '@wattle/contract/identity/verification.ts';
import { Link, useNavigate } from '../../../router/public.ts';
import { checkBody } from '../../../form/operation.domain.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { Field } from '../../../ui/field.tsx';
import { increaseLimitJourney } from './increase-limit-journey.ts';
import { ForLimitHolder, type LimitHolder } from './limit-holder.tsx';

/** The name of the person, as their document has it. */
export function IncreaseLimitYourDetailsScreen() {
  const t = useTexts('increaseLimit');
  return (
    <ForLimitHolder title={t('details.title')} ifVerified={paths.increaseLimitSuccessful()}>
      {(holder) => <DetailsForm {...holder} />}
    </ForLimitHolder>
  );
}

const NAMES = { FirstName: true, MiddleName: true, Surname: true } as const;

function DetailsForm({ card, person }: LimitHolder) {
  const t = useTexts('increaseLimit');
  const navigate = useNavigate();
  const { values: draft } = useStep(increaseLimitJourney, 'details');
  const form = useForm<keyof typeof NAMES>({
    fields: {
      FirstName: { called: t('details.firstCalled'), initial: draft.FirstName ?? person.FirstName ?? '' },
      MiddleName: { called: t('details.middleCalled'), initial: draft.MiddleName ?? person.MiddleName ?? '' },
      Surname: { called: t('details.lastCalled'), initial: draft.Surname ?? person.Surname ?? '' },
    },
    rules: {
      check: (values) => checkBody(NAMES, registerVerification, { AccountNumber: card.AccountNumber, ...values }, {}),
      submit: async (values) => {
        increaseLimitJourney.complete('details', { ...values, account: card.AccountNumber });
        await navigate(paths.increaseLimitConsent());
        return null;
      },
    },
    onTyped: (values) => increaseLimitJourney.typeIn('details', values),
  });
  return (
    <FormPage
      title={t('details.title')}
      lead={t('details.lead')}
      back={{ to: paths.increaseLimitBenefits(), link: Link }}
      steps={{ step: 1, of: 3 }}
      form={form}
      className="increase-limit__form"
    >
      <Field {...form.field('FirstName')} label={t('details.first')} autoComplete="given-name" />
      <Field {...form.field('MiddleName')} label={t('details.middle')} autoComplete="additional-name" />
      <Field {...form.field('Surname')} label={t('details.last')} autoComplete="family-name" />
      <SubmitButton form={form}>{t('details.submit')}</SubmitButton>
    </FormPage>
  );
}
