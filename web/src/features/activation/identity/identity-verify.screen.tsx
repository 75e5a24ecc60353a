import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { verifyIdentity } from '@wattle/contract/activation/steps.ts';
import { checkDateOfBirth } from '@wattle/contract/rules/date-of-birth.ts';
import { useBusinessDay } from '../../../api/use-business-day.ts';
import { useBrand } from '../../../brand/brand.ts';
import { FormPage } from '../../../form/form-page.tsx';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { DateOfBirthField } from '../../../ui/fields/date-of-birth-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { StepGate } from '../activation-page.tsx';
import { callActivation } from '../activation-session.ts';
import { useActivation, useNextStep } from '../use-activation.ts';
import { useAuthStatus } from './use-auth-status.ts';
import { useIdentityRefused } from './use-identity-refused.ts';

/** The mother's maiden name and the date of birth of the holder on record. */
export function IdentityVerifyScreen() {
  const activation = useActivation('identityVerify');
  const goOn = useNextStep();
  return (
    <StepGate page="identityVerify" activation={activation}>
      {activation.view ? <MaidenName onDone={goOn} /> : null}
    </StepGate>
  );
}

type MaidenNameProps = { readonly onDone: (view: ActivationView) => Promise<void> };

function MaidenName({ onDone }: MaidenNameProps) {
  const { isOpen, failure, retry } = useAuthStatus(callActivation);
  if (failure) return <LoadFailed failure={failure} onRetry={retry} isPage />;
  return isOpen ? <MaidenNameForm onDone={onDone} /> : <SkeletonRows count={2} />;
}

function MaidenNameForm({ onDone }: MaidenNameProps) {
  const t = useTexts('identity');
  const validation = useTexts('validation');
  const fieldTexts = useTexts('fields');
  const { SupportPhoneNumber: phone } = useBrand();
  const today = useBusinessDay();
  const onRefused = useIdentityRefused();
  const fields = {
    MothersMaidenName: { called: t('maiden.name'), isSecret: true },
    DateOfBirth: { called: t('birth.name'), isSecret: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: verifyIdentity,
      body: ({ MothersMaidenName, DateOfBirth }) => ({
        MothersMaidenName,
        DateOfBirth: checkDateOfBirth(DateOfBirth, { today }).isoDate ?? '',
      }),
      also: ({ DateOfBirth }) => {
        const { problem } = checkDateOfBirth(DateOfBirth, { today });
        return problem === null ? {} : { DateOfBirth: problem };
      },
      blamed: ['MothersMaidenName', 'DateOfBirth'],
      send: (body) => callActivation(verifyIdentity, { body }),
      onDone,
      onRefused,
    }),
    problemWords: (name, key) =>
      key.startsWith('select') ? fieldTexts(key) : validation(key, { field: fields[name].called }),
  });
  const birth = form.choice('DateOfBirth');
  const problem = checkDateOfBirth(birth.value, { today }).problem ?? undefined;
  return (
    <FormPage
      title={t('verify.title')}
      lead={t('verify.lead')}
      help={form.refusal?.code === '20050' ? t('help', { phone }) : undefined}
      form={form}
      className="activation__form"
    >
      <Field
        {...form.field('MothersMaidenName')}
        label={t('maiden.label')}
        hint={t('maiden.hint')}
        autoComplete="off"
        spellCheck={false}
      />
      <DateOfBirthField
        id={birth.id}
        label={t('birth.label')}
        rule={{ today }}
        value={birth.value}
        onValue={birth.onValue}
        onLeave={birth.onLeave}
        error={birth.error}
        problem={birth.error === undefined ? undefined : problem}
      />
      <SubmitButton form={form} busy={t('busy')}>
        {t('verify.submit')}
      </SubmitButton>
    </FormPage>
  );
}
