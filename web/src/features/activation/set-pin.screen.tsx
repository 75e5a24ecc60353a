import { activateCard } from '@wattle/contract/activation/activate-card.ts';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { NewCodeFields } from '../../ui/new-code-fields.tsx';
import { callActivation } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { useActivation } from './use-activation.ts';
import { useAfterActivation } from './use-activate-card.ts';

/** The PIN, twice: it activates the card. */
export function SetPinScreen() {
  const activation = useActivation('pin');
  return (
    <StepGate page="pin" activation={activation}>
      {activation.view ? <PinForm view={activation.view} /> : null}
    </StepGate>
  );
}

function PinForm({ view }: { readonly view: ActivationView }) {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const onDone = useAfterActivation();
  const fields = {
    pin: { called: t('pin.name'), isSecret: true },
    again: { called: t('pin.again.name'), isSecret: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: activateCard,
      body: ({ pin }) => ({ pin }),
      also: ({ pin, again }) =>
        pin !== again || !isPinChoosable(pin, view.Entered.UnparsedDateOfBirth) ? { pin: 'tryAgainPinText' } : {},
      send: (body) => callActivation(activateCard, { body }),
      onDone,
      onRefused: ({ code, field }) =>
        code === '20010' && field === 'pin' ? { problems: { pin: 'tryAgainPinText' } } : undefined,
    }),
    problemWords: (_, key) => validation(key),
  });
  return (
    <FormPage title={t('pin.title')} lead={t('pin.lead')} form={form} className="activation__form">
      <NewCodeFields
        first={{ ...form.field('pin'), label: t('pin.label') }}
        again={{ ...form.field('again'), label: t('pin.again.label') }}
        hint={t('pin.hint')}
        matched={t('pin.matched')}
        unmatched={validation('tryAgainPinText')}
      />
      <SubmitButton form={form} busy={t('pin.busy')}>
        {t('pin.submit')}
      </SubmitButton>
    </FormPage>
  );
}
