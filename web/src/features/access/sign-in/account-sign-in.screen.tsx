import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { type Form, useForm } from '../../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { mayHavePasscode } from '../passcode/passcode-offer.ts';
import { loadCardToLogin } from './card-to-login.ts';
import { PasscodeFirst, SignInFrame } from './sign-in-frame.tsx';
import { isLock } from './is-lock.ts';
import { useRememberedUser } from './use-remembered-user.ts';
import { mayHavePasskey } from '../passkeys/passkey-offer.ts';
import { usePasskeySignIn } from '../passkeys/use-passkey-sign-in.ts';
import { journeyOf } from './sign-in-journey.ts';
import { useSignedIn, useUpgraded } from './use-signed-in.ts';

const PASSKEY_ID = 'passkey';

const UpgradeHeader = lazy(async () => ({ default: (await loadCardToLogin()).UpgradeHeader }));

/** Sign-in of a web-account user. What the username is depends on the brand's login method. */
export function AccountSignInScreen() {
  const t = useTexts('access');
  const wordsOfCode = useErrorTexts();
  const {
    LoginMethodId,
    UseCardIdForCardholderAccess: usesCardIds,
    BrandIdentifier,
    ShowActivateCardLink,
    ShowSignupLink,
  } = useBrand();
  const isEmail = LoginMethodId === 1;
  const kind = isEmail ? 'username.email' : 'username';
  const { search } = useLocation();
  // A sign-in that adds a card does not offer to remember the user.
  const journey = journeyOf(search);
  const isAlone = journey === null;
  const remembered = useRememberedUser();
  const onDone = useSignedIn();
  const onUpgraded = useUpgraded();
  const form: Form<'username' | 'password'> = useForm({
    fields: {
      username: { called: t(`${kind}.name`) },
      password: { called: t('password.name'), isSecret: true },
    },
    rules: async () =>
      (await import('./account-sign-in.actions.ts')).accountSignIn(remembered, {
        onDone,
        onUpgraded,
        onNotRemembered: remembered.drop,
        journey,
      }),
    refusalWords: ({ code }) => wordsOfCode(code, isEmail ? 'email' : undefined),
  });
  const passkey = usePasskeySignIn();
  const { maskedName } = remembered;
  const wrongPasskey =
    passkey.refusal === '20040' ? t('passkey.refused') : passkey.refusal && wordsOfCode(passkey.refusal);
  // Shown first if one was added or used in this browser.
  const [isKnown] = useState(() => mayHavePasskey(BrandIdentifier));
  const isPasskeyOffered = passkey.isOffered && isAlone;
  const isKnownPasskey = isPasskeyOffered && isKnown;
  const hasPasscode = isAlone && mayHavePasscode(BrandIdentifier);
  const passkeyButton = isPasskeyOffered ? (
    <Button
      id={PASSKEY_ID}
      tone={isKnownPasskey && !hasPasscode ? 'main' : 'line'}
      wide
      busy={passkey.isAsking}
      onClick={passkey.ask}
    >
      {t('passkey.signIn')}
    </Button>
  ) : null;
  return (
    <SignInFrame
      title={t(journey === null ? 'accountSignIn.title' : `${journey}.title`)}
      form={{
        problems: wrongPasskey === null ? form.problems : [{ fieldId: PASSKEY_ID, text: wrongPasskey }],
        attempt: form.attempt + passkey.attempt,
        retry: wrongPasskey === null ? form.retry : undefined,
      }}
      help={isLock(passkey.refusal ?? form.refusal?.code) ? t('lockedHelp') : undefined}
      otherWays={
        journey === 'upgrade'
          ? []
          : [
              {
                to: paths.cardSignIn(),
                icon: 'card',
                name: t('otherWay.card'),
                what: t(usesCardIds ? 'otherWay.card.id' : 'otherWay.card.number'),
              },
              ...(ShowActivateCardLink && isAlone
                ? [{ to: paths.cardActivate(), icon: 'check' as const, name: t('help.activate') }]
                : []),
              ...(ShowSignupLink && isAlone
                ? [{ to: paths.signUp(), icon: 'person' as const, name: t('help.signUp') }]
                : []),
            ]
      }
    >
      {journey === 'upgrade' ? (
        <Suspense fallback={null}>
          <UpgradeHeader />
        </Suspense>
      ) : null}
      <form
        className="sign-in-frame__form"
        noValidate
        onSubmit={(event) => {
          passkey.forget();
          form.onSubmit(event);
        }}
        onFocus={form.onFocus}
      >
        {hasPasscode ? <PasscodeFirst /> : null}
        {isKnownPasskey ? passkeyButton : null}
        <Field
          {...form.field('username')}
          label={t(`${kind}.label`)}
          hint={isEmail ? undefined : t(`username.hint.${LoginMethodId}`)}
          // Next to the field, because password managers would save a masked name within it.
          note={
            maskedName === null ? undefined : <p className="field__hint">{t('rememberedUser', { name: maskedName })}</p>
          }
          // A nominee signs in with a username that is not an email address, so the browser must not insist on one.
          type="text"
          inputMode={isEmail ? 'email' : 'text'}
          autoComplete={passkey.isOffered ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} label={t('password.label')} autoComplete="current-password" />
        {journey === 'activation' ? <p>{t('activation.notice')}</p> : null}
        {remembered.days > 0 && isAlone ? (
          <Checkbox
            label={t('rememberMe', { count: remembered.days })}
            isChecked={remembered.isWanted}
            onChange={remembered.setIsWanted}
          />
        ) : null}
        <SubmitButton form={form} busy={t('signingIn')} tone={isKnownPasskey || hasPasscode ? 'tonal' : 'main'}>
          {t('accountSignIn.submit')}
        </SubmitButton>
        {isKnownPasskey ? null : passkeyButton}
        <p className="sign-in-frame__helps">
          <Link className="sign-in-frame__help" to={paths.requestReset()}>
            {t('help.password')}
          </Link>
        </p>
      </form>
    </SignInFrame>
  );
}
