import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../../brand/brand.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { dropHandedOverCard, handedOverCard } from './card-handover.ts';
import { SignInDoor } from './sign-in-door.tsx';
import { isLock, wordsOfProblems } from './sign-in-problems.ts';
import { useSignInForm } from './use-sign-in-form.ts';
import { usesCardAccess } from './uses-card-access.ts';

const FIELD_IDS = { card: 'card', accessCode: 'access-code' } as const;
const loadActions = async () => (await import('./card-sign-in.actions.ts')).cardSignIn;

/** Sign-in of a card-only user: the card's number (or id, by brand) and its access code. */
export function CardSignInScreen() {
  const t = useTexts('access');
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const brand = useBrand();
  const { UseCardIdForCardholderAccess: usesCardIds, LoginMethodId } = brand;
  const kind = usesCardIds ? 'cardId' : 'cardNumber';
  const [card] = useState(handedOverCard);
  useEffect(dropHandedOverCard, []);
  const form = useSignInForm({ names: ['card', 'accessCode'], secret: 'accessCode', initial: { card }, loadActions });
  const words = wordsOfProblems(form.problems, {
    fieldIds: FIELD_IDS,
    refusal: form.refusal === null ? null : wordsOfCode(form.refusal),
    wordsOf: (name, key) => validation(key, { field: t(name === 'card' ? `${kind}.name` : 'accessCode.name') }),
  });
  return (
    <SignInDoor
      title={t('cardSignIn.title')}
      problems={words.summary}
      help={isLock(form.refusal) ? t('lockedHelp') : undefined}
      attempt={form.attempt}
      otherWay={{
        to: paths.accountSignIn(),
        icon: 'person',
        name: t('otherWay.account'),
        what: t(LoginMethodId === 1 ? 'otherWay.account.email' : 'otherWay.account.username'),
      }}
    >
      <form className="door__form" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <Field
          id={FIELD_IDS.card}
          name="cardnumber"
          label={t(`${kind}.label`)}
          hint={t(`${kind}.hint`)}
          {...words.field('card')}
          value={form.values.card}
          onValue={(value) => form.setValue('card', value)}
          inputMode="numeric"
          autoComplete="username"
          spellCheck={false}
          figures
        />
        <PasswordField
          id={FIELD_IDS.accessCode}
          name="accesscode"
          label={t('accessCode.label')}
          hint={t('accessCode.hint')}
          {...words.field('accessCode')}
          value={form.values.accessCode}
          onValue={(value) => form.setValue('accessCode', value)}
          inputMode="numeric"
          autoComplete="current-password"
          figures
        />
        <Button type="submit" wide busy={form.isBusy}>
          {t(form.isBusy ? 'signingIn' : 'cardSignIn.submit')}
        </Button>
        <p className="door__helps">
          <Link className="door__help" to={paths.requestAccessCode()}>
            {t('help.requestAccessCode')}
          </Link>
          {usesCardAccess(brand) ? (
            <Link className="door__help" to={paths.cardAccess()}>
              {t('help.cardAccess')}
            </Link>
          ) : null}
        </p>
      </form>
    </SignInDoor>
  );
}
