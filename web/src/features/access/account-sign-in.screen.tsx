import { type FocusEvent, useEffect, useEffectEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { useBrand } from '../../brand/brand.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { mayHavePasscode } from './passcode-offer.ts';
import { SignInDoor } from './sign-in-door.tsx';
import { isLock, wordsOfProblems } from './sign-in-problems.ts';
import { useRememberedUser } from './use-remembered-user.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import { type SignInForm, useSignInForm } from './use-sign-in-form.ts';

const PASSKEY_ID = 'passkey';

const FIELD_IDS = { username: 'username', password: 'password' } as const;

/** Sign-in of a web-account user. What the username is depends on the brand's login method. */
export function AccountSignInScreen() {
  const t = useTexts('access');
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const { LoginMethodId, UseCardIdForCardholderAccess: usesCardIds, BrandIdentifier } = useBrand();
  const isEmail = LoginMethodId === 1;
  const kind = isEmail ? 'username.email' : 'username';
  const { search } = useLocation();
  const remembered = useRememberedUser();
  const form: SignInForm<'username' | 'password'> = useSignInForm({
    names: ['username', 'password'],
    secret: 'password',
    loadActions: async () =>
      (await import('./account-sign-in.actions.ts')).accountSignIn(remembered, () => {
        remembered.drop();
        form.setValue('username', '');
      }),
  });
  const passkey = usePasskeySignIn();
  const fillIn = useEffectEvent((maskedName: string) => {
    if (form.values.username === '') form.setValue('username', maskedName);
  });
  const { maskedName } = remembered;
  useEffect(() => {
    if (maskedName !== null) fillIn(maskedName);
  }, [maskedName]);
  const words = wordsOfProblems(form.problems, {
    fieldIds: FIELD_IDS,
    refusal: form.refusal === null ? null : wordsOfCode(form.refusal, isEmail ? 'email' : undefined),
    wordsOf: (name, key) => validation(key, { field: t(name === 'username' ? `${kind}.name` : 'password.name') }),
  });
  const wrongPasskey =
    passkey.refusal === '20040' ? t('passkey.refused') : passkey.refusal && wordsOfCode(passkey.refusal);
  const onFocus = ({ target }: FocusEvent<HTMLFormElement>) => {
    form.onFocus();
    // Part of a masked name is no name: what is typed takes its place.
    if (target instanceof HTMLInputElement && target.value === maskedName) target.select();
  };
  return (
    <SignInDoor
      title={t('accountSignIn.title')}
      problems={wrongPasskey === null ? words.summary : [{ fieldId: PASSKEY_ID, text: wrongPasskey }]}
      help={isLock(passkey.refusal ?? form.refusal) ? t('lockedHelp') : undefined}
      attempt={form.attempt + passkey.attempt}
      otherWay={{
        to: paths.cardSignIn(),
        icon: 'card',
        name: t('otherWay.card'),
        what: t(usesCardIds ? 'otherWay.card.id' : 'otherWay.card.number'),
      }}
    >
      <form
        className="door__form"
        noValidate
        onSubmit={(event) => {
          passkey.forget();
          form.onSubmit(event);
        }}
        onFocus={onFocus}
      >
        <Field
          id={FIELD_IDS.username}
          name="username"
          label={t(`${kind}.label`)}
          hint={isEmail ? undefined : t(`username.hint.${LoginMethodId}`)}
          {...words.field('username')}
          value={form.values.username}
          onValue={(value) => form.setValue('username', value)}
          // A nominee signs in with a username that is no email address, so the browser must not insist on one.
          type="text"
          inputMode={isEmail ? 'email' : 'text'}
          autoComplete={passkey.isOffered ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          id={FIELD_IDS.password}
          name="password"
          label={t('password.label')}
          {...words.field('password')}
          value={form.values.password}
          onValue={(value) => form.setValue('password', value)}
          autoComplete="current-password"
        />
        {remembered.days > 0 ? (
          <Checkbox
            label={t('rememberMe', { count: remembered.days })}
            isChecked={remembered.isWanted}
            onChange={remembered.setIsWanted}
          />
        ) : null}
        <Button type="submit" wide busy={form.isBusy}>
          {t(form.isBusy ? 'signingIn' : 'accountSignIn.submit')}
        </Button>
        {passkey.isOffered ? (
          <Button id={PASSKEY_ID} tone="line" wide busy={passkey.isAsking} onClick={passkey.ask}>
            {t('passkey.signIn')}
          </Button>
        ) : null}
        {mayHavePasscode(BrandIdentifier) ? (
          <p className="door__helps">
            <Link className="door__help" to={{ pathname: paths.passcodeSignIn(), search }}>
              {t('help.passcode')}
            </Link>
          </p>
        ) : null}
      </form>
    </SignInDoor>
  );
}
