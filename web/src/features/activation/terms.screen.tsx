import { acceptTerms } from '@wattle/contract/activation/steps.ts';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { useNavigate } from '../../router/public.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { callActivation } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { useActivation, useNextStep } from './use-activation.ts';

/** The terms of the card's product, before anything else. */
export function TermsScreen() {
  const activation = useActivation('terms');
  return (
    <StepGate page="terms" activation={activation}>
      {activation.view ? <TermsForm view={activation.view} /> : null}
    </StepGate>
  );
}

function TermsForm({ view }: { readonly view: ActivationView }) {
  const t = useTexts('activation');
  const navigate = useNavigate();
  const goOn = useNextStep();
  const fields = { AcceptedTerms: {} };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: acceptTerms,
      body: () => ({ Version: view.Terms?.Version ?? '', AcceptedTerms: true as const }),
      also: ({ AcceptedTerms }) => (AcceptedTerms === 'true' ? {} : { AcceptedTerms: 'required' }),
      send: (body) => callActivation(acceptTerms, { body }),
      onDone: goOn,
    }),
    problemWords: () => t('terms.required'),
  });
  const accepted = form.field('AcceptedTerms');
  return (
    <FormPage title={t('terms.title')} lead={t('terms.lead')} form={form} className="activation__form">
      {view.Terms?.Url ? (
        <p>
          <ExternalLink href={view.Terms.Url}>{t('terms.link', { version: view.Terms.Version })}</ExternalLink>
        </p>
      ) : null}
      <Checkbox
        id={accepted.id}
        label={t('terms.accept')}
        isChecked={accepted.value === 'true'}
        onChange={(isChecked) => accepted.onValue(isChecked ? 'true' : '')}
        error={accepted.error}
      />
      <SubmitButton form={form}>{t('terms.agree')}</SubmitButton>
      <Button tone="text" wide onClick={() => void navigate(paths.termsDeclined())}>
        {t('terms.decline')}
      </Button>
    </FormPage>
  );
}
