import { getDefaultUser, passcode as passcodeShape } from '@wattle/contract/access/passcodes.ts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from '../../../router/public.ts';
import * as z from 'zod/mini';
import { send } from '../../../api/send.ts';
import { useBrand } from '../../../brand/brand.ts';
import { refusalOf } from '../../../form/form.domain.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { signIn } from '../../../session/sign-in.ts';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { EntryPage } from '../entry-page.part.tsx';
import { messageOf } from '../message-of.ts';
import { passcodeGreeting } from './passcode-greeting.domain.ts';
import { noteHasPasscode } from './passcode-offer.ts';
import { deviceUuid, ownUserAgent } from '../this-device.ts';
import { useSignedIn } from '../sign-in/use-signed-in.ts';

/** The third wrong passcode: the server has deleted it. */
const LOCKED = '20264';

/** First name of the user who signs in here by passcode; null falls back to the username. */
function useDefaultUser(): { readonly firstName: string | null } | null {
  const { BrandIdentifier: brand } = useBrand();
  const navigate = useNavigate();
  const [user, setUser] = useState<{ readonly firstName: string | null } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const body = { deviceuuid: deviceUuid(), userAgent: ownUserAgent(), brand };
    void send(getDefaultUser, { body, signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      if (answer.ok) noteHasPasscode(brand, answer.value.data.passcodeIsSet);
      if (answer.ok && answer.value.data.passcodeIsSet) setUser({ firstName: answer.value.data.FirstName });
      else void navigate(paths.accountSignIn(), { replace: true });
    });
    return () => stop.abort();
  }, [brand, navigate]);
  return user;
}

/** Sign-in by the passcode of this device. */
export function PasscodeSignInScreen() {
  const t = useTexts('passcode');
  const { BrandIdentifier } = useBrand();
  const user = useDefaultUser();
  const language = useLanguage();
  const onDone = useSignedIn();
  const form = useForm({
    fields: { passcode: { called: t('passcode'), isPin: true } },
    rules: {
      check: ({ passcode }) => {
        const problem = messageOf(z.safeParse(passcodeShape, passcode));
        return problem === null ? {} : { passcode: problem };
      },
      submit: async ({ passcode }) => {
        const failure = await signIn({
          kind: 'passcode',
          passcode,
          deviceId: deviceUuid(),
          userAgent: ownUserAgent(),
        });
        if (failure?.code === LOCKED) noteHasPasscode(BrandIdentifier, false);
        if (failure) return { refusal: refusalOf(failure, ['passcode'], navigator.onLine) };
        await onDone();
        return null;
      },
    },
  });
  return (
    <EntryPage
      title={t('signIn.title')}
      lead={t(passcodeGreeting(user?.firstName ?? null, language), { name: user?.firstName ?? '' })}
      back={paths.accountSignIn()}
      help={form.refusal?.code === LOCKED ? t('signIn.locked') : undefined}
      form={form}
      after={
        <p className="entry__ways">
          <Link className="entry__way" to={paths.setLoginPin()}>
            {t('signIn.forgot')}
          </Link>
          <Link className="entry__way" to={paths.requestReset()}>
            {t('signIn.forgotPassword')}
          </Link>
        </p>
      }
    >
      <CodeField
        {...form.field('passcode')}
        label={t('passcode')}
        hint={t('signIn.hint')}
        length={4}
        isSecret
        isLast
        autoComplete="off"
      />
      <SubmitButton form={form} busy={t('signIn.busy')}>
        {t('signIn.submit')}
      </SubmitButton>
    </EntryPage>
  );
}
