import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useRoute } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { CARD_ID, CARD_NUMBER, NumberField } from '../../../ui/fields/number-field.tsx';
import { usedAccount } from '../../../session/account-note.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { mayHavePasscode } from '../passcode/passcode-offer.ts';
import { mayHavePasskey } from '../passkeys/passkey-offer.ts';
import { worksWithPasskeys } from '../../../browser/passkeys.ts';
import { dropHandedOverCard, handedOverCard } from './card-handover.ts';
import { PasscodeFirst, SignInFrame } from './sign-in-frame.tsx';
import { isLock } from './is-lock.ts';
import { useSignedIn } from './use-signed-in.ts';
import { usesCardAccess } from '../card-access/uses-card-access.ts';

/** Path of the sign-in that this browser has set up or used last, if it is not the one by card: the root starts there. */
function useKnownWay(): string | null {
  const { BrandIdentifier } = useBrand();
  const { state } = useLocation();
  const isRoot = useRoute()?.path === paths.root();
  // A person who was just signed out sees the reason, on the sign-in page of the last session.
  if (!isRoot || state !== null || handedOverCard().card !== '') return null;
  if (mayHavePasscode(BrandIdentifier)) return paths.passcodeSignIn();
  const hasPasskey = worksWithPasskeys() && mayHavePasskey(BrandIdentifier);
  return hasPasskey || usedAccount.has(BrandIdentifier) ? paths.accountSignIn() : null;
}

/** Sign-in by card, for a browser in which no account was used last. */
export function CardSignInScreen() {
  const known = useKnownWay();
  return known === null ? <CardSignIn /> : <Navigate to={known} replace />;
}

/**
 * Sign-in of a card-only user: the card's number (or id, by brand) and its access code. Neither is a login for a
 * password manager to keep.
 */
function CardSignIn() {
  const t = useTexts('access');
  const brand = useBrand();
  const { UseCardIdForCardholderAccess: usesCardIds, LoginMethodId } = brand;
  const kind = usesCardIds ? 'cardId' : 'cardNumber';
  const [{ card, code }] = useState(handedOverCard);
  useEffect(dropHandedOverCard, []);
  const hasPasscode = mayHavePasscode(brand.BrandIdentifier);
  const onDone = useSignedIn();
  const form = useForm({
    fields: {
      card: { called: t(`${kind}.name`), initial: card },
      accessCode: { called: t('accessCode.name'), initial: code, isSecret: true, id: 'access-code' },
    },
    rules: async () => (await import('./card-sign-in.actions.ts')).cardSignIn(usesCardIds, onDone),
  });
  return (
    <SignInFrame
      title={t('cardSignIn.title')}
      form={form}
      help={isLock(form.refusal?.code) ? t('lockedHelp') : undefined}
      otherWays={[
        {
          to: paths.accountSignIn(),
          icon: 'person',
          name: t('otherWay.account'),
          what: t(LoginMethodId === 1 ? 'otherWay.account.email' : 'otherWay.account.username'),
        },
      ]}
    >
      <form className="sign-in-frame__form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <PasscodeFirst />
        <NumberField
          {...form.field('card')}
          {...(usesCardIds ? CARD_ID : CARD_NUMBER)}
          name="cardnumber"
          label={t(`${kind}.label`)}
          hint={t(`${kind}.hint`)}
          autoComplete="off"
          isNoLogin
        />
        <PasswordField
          {...form.field('accessCode')}
          name="accesscode"
          label={t('accessCode.label')}
          hint={t('accessCode.hint')}
          autoComplete="one-time-code"
          figures
          isNoLogin
        />
        <SubmitButton form={form} busy={t('signingIn')} tone={hasPasscode ? 'tonal' : 'main'}>
          {t('cardSignIn.submit')}
        </SubmitButton>
        <p className="sign-in-frame__helps">
          <Link className="sign-in-frame__help" to={paths.requestAccessCode()}>
            {t('help.requestAccessCode')}
          </Link>
          {usesCardAccess(brand) ? (
            <Link className="sign-in-frame__help" to={paths.cardAccess()}>
              {t('help.cardAccess')}
            </Link>
          ) : null}
        </p>
      </form>
    </SignInFrame>
  );
}
