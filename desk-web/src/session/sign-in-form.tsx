import { worksWithPasskeys } from '@wattle/web/browser/passkeys.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { PasswordField } from '@wattle/web/ui/fields/password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { Failure } from '../calls/send.ts';
import { postPasskeySignIn, postSignIn } from './entry-calls.ts';
import { FactorCodeField, touchPasskey, useFactor } from './factor-code.tsx';
import { EntryFailure, MemberFields, memberProblems, rememberedMember, rememberMember } from './member-fields.tsx';
import { type DeskSession, sessionBegan } from './session.ts';
import { useEntryForm } from './use-entry-form.ts';

type SignInFormProps = {
  /** Set if someone signs in again: only the same member can. */
  readonly of?: Pick<DeskSession, 'name' | 'tenant'>;
  /** The member has no second factor, and one is required. */
  readonly onFactorMissing?: () => void;
};

const isRefused = (failure: Failure, error: string) => failure.kind === 'refused' && failure.error === error;

/** Sign-in by password, and by a code or a passkey where the member has one. */
export function SignInForm({ of, onFactorMissing }: SignInFormProps) {
  const t = useTexts('desk');
  const factor = useFactor();
  const [isTouching, setTouching] = useState(false);
  const { tenant, name } = rememberedMember();
  const form = useEntryForm({
    id: 'sign-in',
    initial: { tenant: String(of?.tenant ?? tenant), name: of?.name ?? name, password: '', code: '' },
    check: (values) => ({
      ...memberProblems(t, values),
      ...(values.password === '' ? { password: t('signIn.passwordMissing') } : {}),
      ...factor.problemsOf(values.code),
    }),
    send: (values) =>
      postSignIn({
        tenant: Number(values.tenant),
        name: values.name,
        password: values.password,
        ...factor.bodyOf(values.code),
      }),
    onFailure: (failure, values) => {
      if (isRefused(failure, 'second_factor_missing') && onFactorMissing) {
        rememberMember(values.tenant, values.name);
        onFactorMissing();
        return true;
      }
      return factor.isAskedBy(failure);
    },
    onDone: (_signedIn, values) => {
      rememberMember(values.tenant, values.name);
      return sessionBegan();
    },
  });
  const touch = async () => {
    if (isTouching) return;
    form.setFailure(undefined);
    setTouching(true);
    const failure = await signInByPasskey();
    setTouching(false);
    if (failure) form.setFailure(failure);
  };
  const { isCodeNeeded, isPasskeyNeeded } = factor;
  return (
    <form className="entry__form" noValidate onSubmit={form.onSubmit}>
      <EntryFailure failure={form.failure} />
      {of ? null : <MemberFields field={form.field} />}
      <PasswordField
        {...form.field('password')}
        name="password"
        label={t('signIn.password')}
        autoComplete="current-password"
      />
      {isCodeNeeded ? <FactorCodeField {...form.field('code')} /> : null}
      {isPasskeyNeeded ? <p role="status">{t('factor.passkeyNeeded')}</p> : null}
      {isPasskeyNeeded ? null : (
        <Button type="submit" wide busy={form.isSending}>
          {t('signIn.action')}
        </Button>
      )}
      {worksWithPasskeys() ? (
        <Button tone={isPasskeyNeeded ? 'main' : 'line'} wide busy={isTouching} onClick={() => void touch()}>
          {t('factor.passkey')}
        </Button>
      ) : null}
    </form>
  );
}

/**
 * Signs in by a passkey of this device. Returns the reason of a failure; nothing if the person has cancelled the
 * dialog.
 */
async function signInByPasskey(): Promise<Failure | undefined> {
  const touched = await touchPasskey();
  if (!touched?.ok) return touched?.failure;
  const answered = await postPasskeySignIn(touched.value);
  if (!answered.ok) return answered.failure;
  await sessionBegan();
  return undefined;
}
