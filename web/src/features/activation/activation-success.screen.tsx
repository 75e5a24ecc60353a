import { activateCard } from '@wattle/contract/activation/steps.ts';
import { Link, useLocation } from '../../router/public.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useIsUser } from '../../session/session.ts';
import { AllocatedReady } from './add/allocated-ready.tsx';
import { ReadyFrame } from './ready/ready-frame.tsx';
import { callActivation } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { useActivation } from './use-activation.ts';
import { type Ended, useAfterActivation } from './use-activate-card.ts';

/** The end of an activation that does not sign in. A card without a PIN is activated here. */
export function ActivationSuccessScreen() {
  const ended = (useLocation().state ?? {}) as Ended;
  const isUser = useIsUser();
  if (ended.suffix !== undefined && ended.isAllocated && isUser) return <AllocatedReady suffix={ended.suffix} />;
  return ended.suffix === undefined ? <ConfirmActivation /> : <Activated {...ended} suffix={ended.suffix} />;
}

function ConfirmActivation() {
  const t = useTexts('activation');
  const activation = useActivation('confirm');
  const onDone = useAfterActivation();
  const form = useForm({
    fields: {},
    rules: operationRules(
      {},
      { operation: activateCard, body: () => ({}), send: (body) => callActivation(activateCard, { body }), onDone },
    ),
  });
  const { view } = activation;
  return (
    <StepGate page="confirm" activation={activation}>
      <FormPage
        title={t('confirm.title')}
        lead={t('confirm.lead', { card: view?.CardName ?? '', suffix: view?.CardNumberSuffix ?? '' })}
        form={form}
        className="activation__form"
      >
        <SubmitButton form={form} busy={t('pin.busy')}>
          {t('confirm.submit')}
        </SubmitButton>
      </FormPage>
    </StepGate>
  );
}

function Activated({ suffix, login, image, firstName }: Ended & { readonly suffix: string }) {
  const t = useTexts('activation');
  const hasLogin = login !== undefined;
  return (
    <ReadyFrame suffix={suffix} name={firstName} picture={image && <img src={image} alt="" width="320" height="202" />}>
      <p>{t(hasLogin ? 'done.signIn' : 'done.cardOnly')}</p>
      <Link className={buttonClass({ wide: true })} to={hasLogin ? paths.accountSignIn() : paths.cardSignIn()}>
        {t('done.toCards')}
      </Link>
      {hasLogin ? null : (
        <Link className={buttonClass({ wide: true, tone: 'text' })} to={paths.requestAccessCode()}>
          {t('done.requestCode')}
        </Link>
      )}
    </ReadyFrame>
  );
}
