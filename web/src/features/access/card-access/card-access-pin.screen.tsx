import { getCardAccessDetails } from '@wattle/contract/access/card-access.ts';
import { Navigate, useNavigate } from '../../../router/public.ts';
import { type CallFailure, send } from '../../../api/send.ts';
import type { Failed } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { EntryPage } from '../entry-page.part.tsx';
import { cardAccessJourney } from './card-access-journey.ts';

const NOT_VERIFIED = '20050';

/** Forgotten card details, second step: the PIN. Without a named card it is the first step. */
export function CardAccessPinScreen() {
  const t = useTexts('recovery');
  const navigate = useNavigate();
  const { isReady, elsewhere, before } = useStep(cardAccessJourney, 'pin');

  const onRefused = ({ code, status }: CallFailure): Failed<'PinNumber'> | null | undefined => {
    if (code === '20010') return { problems: { PinNumber: 'cardAccessPinNumberInvalid' } };
    if (status !== 401 && status !== 403) return undefined;
    // Back to the first step, which says why.
    cardAccessJourney.retainCard();
    return null;
  };

  const fields = { PinNumber: { called: t('pin.name'), isPin: true } };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: getCardAccessDetails,
      body: ({ PinNumber }) => ({ PinNumber }),
      send: (body) => send(getCardAccessDetails, { body }, before.number.token),
      onDone: async (details) => {
        cardAccessJourney.complete('pin', details);
        // Replaces this page in the history, so that Back leads to the first step and repeats nothing.
        await navigate(paths.cardAccessDetails(), { replace: true });
      },
      onRefused,
    }),
  });
  if (!isReady) return null;
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  return (
    <EntryPage
      title={t('cardAccess.pin.title')}
      lead={t('cardAccess.pin.lead')}
      back={paths.cardAccess()}
      step={2}
      help={form.refusal?.code === NOT_VERIFIED ? t('cardAccess.pin.help') : undefined}
      form={form}
    >
      <CodeField
        {...form.field('PinNumber')}
        label={t('pin.label')}
        hint={t('pin.hint')}
        length={4}
        isSecret
        autoComplete="off"
      />
      <SubmitButton form={form} busy={t('cardAccess.busy')}>
        {t('cardAccess.pin.submit')}
      </SubmitButton>
    </EntryPage>
  );
}
