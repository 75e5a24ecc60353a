import { activateCard } from '@wattle/contract/activation/steps.ts';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { signupAndUpgrade } from '@wattle/contract/cards/upgrade.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { NewCodeFields } from '../../ui/fields/new-code-fields.tsx';
import { callActivation, finishActivation, takePassword } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { useActivation } from './use-activation.ts';
import { useAfterActivation } from './use-activate-card.ts';
import { useNavigate } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { currentSession, endSession } from '../../session/session.ts';
import { signIn } from '../../session/sign-in.ts';
import { showToast } from '../../ui/toasts.ts';
import { noteNewLogin, type UpgradeOutcome } from '../access/public.ts';

/** Target of a sign-up with an upgrade: signed in, with the requested upgrade. */
function useAfterSignup({ CardName }: ActivationView) {
  const navigate = useNavigate();
  const t = useTexts('activation');
  return async (answer: ResponseOf<typeof signupAndUpgrade>): Promise<void> => {
    const { CardNumberSuffix: suffix, LoginName, ReferenceNumber: reference, Fee: fee } = answer;
    const requested: UpgradeOutcome['requested'] = { reference, fee, card: `${CardName} ·· ${suffix}` };
    const cardSession = currentSession();
    const password = takePassword();
    finishActivation();
    const isIn =
      password !== null &&
      (await signIn({ kind: 'account', userName: LoginName, password, rememberMe: null })) === null;
    if (isIn) {
      noteNewLogin();
      showToast({ text: () => t('upgradePin.added', { suffix }) });
      await navigate(paths.upgradeRequested(), { replace: true, state: { requested } });
      return;
    }
    // The card has a login now, which ends its card session: a page of the sign-in redirects a signed-in person. A
    // reload has cleared the password, so it is asked for once; what was requested is shown after that sign-in.
    endSession('cleared', cardSession?.id);
    await navigate(paths.accountSignIn(), { replace: true, state: { ended: 'upgradeRequested', requested } });
  };
}

/** The PIN, twice: it activates the card. */
export function SetPinScreen() {
  const activation = useActivation('pin');
  return (
    <StepGate page="pin" activation={activation}>
      {activation.view?.Purpose === 'upgrade' ? (
        <UpgradePinForm view={activation.view} />
      ) : activation.view ? (
        <PinForm view={activation.view} />
      ) : null}
    </StepGate>
  );
}

type PinFormProps = { readonly view: ActivationView };

function PinForm({ view }: PinFormProps) {
  const onDone = useAfterActivation();
  return <NewPinForm view={view} operation={activateCard} onDone={onDone} words="pin" />;
}

/** In an upgrade the PIN of the present card creates the login and requests the upgrade. */
function UpgradePinForm({ view }: PinFormProps) {
  const onDone = useAfterSignup(view);
  return <NewPinForm view={view} operation={signupAndUpgrade} onDone={onDone} words="upgradePin" />;
}

const REFUSED_PIN = { pin: 'tryAgainPinText', again: 'tryAgainPinText' } as const;

type NewPinFormProps<O extends typeof activateCard | typeof signupAndUpgrade> = PinFormProps & {
  readonly operation: O;
  readonly onDone: (answer: ResponseOf<O>) => Promise<void>;
  readonly words: 'pin' | 'upgradePin';
};

function NewPinForm<O extends typeof activateCard | typeof signupAndUpgrade>({
  view,
  operation,
  onDone,
  words,
}: NewPinFormProps<O>) {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const fields = {
    pin: { called: t('pin.name'), isPin: true },
    again: { called: t('pin.again.name'), isPin: true },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: operation as typeof signupAndUpgrade,
      body: ({ pin }) => ({ pin }),
      also: ({ pin, again }) =>
        pin !== again || !isPinChoosable(pin, view.Entered.UnparsedDateOfBirth) ? REFUSED_PIN : {},
      send: (body) => callActivation(operation as typeof signupAndUpgrade, { body }),
      onDone: onDone as (answer: ResponseOf<typeof signupAndUpgrade>) => Promise<void>,
      onRefused: ({ code, field }) => (code === '20010' && field === 'pin' ? { problems: REFUSED_PIN } : undefined),
    }),
    problemWords: (_, key) => validation(key),
  });
  return (
    <FormPage title={t(`${words}.title`)} lead={t(`${words}.lead`)} form={form} className="activation__form">
      <NewCodeFields
        {...form.twice('pin', 'again')}
        label={t('pin.label')}
        againLabel={t('pin.again.label')}
        hint={t('pin.hint')}
        matched={t('pin.matched')}
      />
      <SubmitButton form={form} busy={t(`${words}.busy`)}>
        {t(`${words}.submit`)}
      </SubmitButton>
    </FormPage>
  );
}
