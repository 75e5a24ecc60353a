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
import { NameFields } from '../../../ui/fields/name-fields.tsx';
import { lacksFirstName, oneNameOf, sentName } from '../../../ui/fields/one-name.ts';
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

type Typed = Readonly<Record<'FirstName' | 'MiddleName' | 'Surname' | 'oneName', string>>;

/** The names as they are sent. */
function namesIn({ FirstName, MiddleName, Surname, oneName }: Typed) {
  return { FirstName: sentName(oneName, FirstName), MiddleName: sentName(oneName, MiddleName), Surname };
}

const NAMES = { FirstName: true, MiddleName: true, Surname: true } as const;

function DetailsForm({ card, person }: LimitHolder) {
  const t = useTexts('increaseLimit');
  const navigate = useNavigate();
  const { values: draft } = useStep(increaseLimitJourney, 'details');
  const form = useForm<keyof typeof NAMES | 'oneName'>({
    fields: {
      FirstName: { called: t('details.firstCalled'), initial: draft.FirstName ?? person.FirstName ?? '' },
      MiddleName: { called: t('details.middleCalled'), initial: draft.MiddleName ?? person.MiddleName ?? '' },
      Surname: { called: t('details.lastCalled'), initial: draft.Surname ?? person.Surname ?? '' },
      oneName: { initial: draft.oneName ?? oneNameOf(person.FirstName, person.Surname) },
    },
    rules: {
      check: (values) => ({
        ...checkBody(NAMES, registerVerification, { AccountNumber: card.AccountNumber, ...namesIn(values) }, {}),
        ...(lacksFirstName(values.oneName, values.FirstName) && { FirstName: 'required' }),
      }),
      submit: async (values) => {
        const { oneName } = values;
        increaseLimitJourney.complete('details', { ...namesIn(values), oneName, account: card.AccountNumber });
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
      <NameFields
        first={{ ...form.field('FirstName'), label: t('details.first') }}
        middle={{ ...form.field('MiddleName'), label: t('details.middle') }}
        last={{ ...form.field('Surname'), label: t('details.last') }}
        oneName={form.field('oneName')}
      />
      <SubmitButton form={form}>{t('details.submit')}</SubmitButton>
    </FormPage>
  );
}
