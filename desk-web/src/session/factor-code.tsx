import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { worksWithPasskeys } from '@wattle/web/browser/passkeys.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { CodeField } from '@wattle/web/ui/fields/code-field.tsx';
import { PasswordField } from '@wattle/web/ui/fields/password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ComponentProps, useState } from 'react';
import type { Answered, Failure } from '../calls/send.ts';
import { postPasskeyOptions } from './entry-calls.ts';

const LENGTH = 6;

type Factor = { readonly code?: string; readonly passkey?: AuthenticationResponseJSON };

/** Second factor, asked for once the server has said that the password alone is not enough. */
export function useFactor() {
  const t = useTexts('desk');
  const [factors, setFactors] = useState<readonly string[]>([]);
  const [prefersPasskey, setPrefersPasskey] = useState(false);
  const hasPasskey = factors.includes('passkey');
  const isCodeNeeded = factors.includes('totp') && !prefersPasskey;
  const isPasskeyNeeded = hasPasskey && !isCodeNeeded;
  return {
    isCodeNeeded,
    isPasskeyNeeded,
    /** Set if the member may choose the passkey in place of the code. */
    onPreferPasskey: isCodeNeeded && hasPasskey && worksWithPasskeys() ? () => setPrefersPasskey(true) : undefined,
    problemsOf: (code: string) => (isCodeNeeded && code.length !== LENGTH ? { code: t('factor.codeMissing') } : {}),
    bodyOf: (code: string) => (isCodeNeeded ? { code } : {}),
    /** Sends the form together with the factor. Undefined: the person has cancelled the browser's dialog. */
    async withFactor<Value>(
      code: string,
      post: (factor: Factor) => Promise<Answered<Value>>,
    ): Promise<Answered<Value> | undefined> {
      if (!isPasskeyNeeded) return post(isCodeNeeded ? { code } : {});
      const touched = await touchPasskey();
      return touched?.ok ? post({ passkey: touched.value }) : touched;
    },
    /** True if a second factor is required from now on, so this is not an error. */
    isAskedBy(failure: Failure): boolean {
      if (failure.kind !== 'refused' || failure.error !== 'second_factor_needed' || factors.length > 0) return false;
      setFactors(failure.factors ?? []);
      return true;
    },
  };
}

/** Lets a passkey of this device sign a challenge. Undefined if the person has cancelled the dialog. */
export async function touchPasskey(): Promise<Answered<AuthenticationResponseJSON> | undefined> {
  const options = await postPasskeyOptions();
  if (!options.ok) return options;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const value = await startAuthentication({ optionsJSON: options.value }).catch(() => undefined);
  return value && { ok: true, value };
}

type FactorPartProps = {
  readonly factor: ReturnType<typeof useFactor>;
  readonly code: FieldProps;
  readonly isSending: boolean;
  /** Words of the button, if no passkey is used. */
  readonly action: string;
};

/** The second factor of a change of how a member signs in, and the button of that change. */
export function FactorPart({ factor, code, isSending, action }: FactorPartProps) {
  const t = useTexts('desk');
  const { isCodeNeeded, isPasskeyNeeded, onPreferPasskey } = factor;
  if (isPasskeyNeeded && !worksWithPasskeys()) return <p role="status">{t('factor.passkeyElsewhere')}</p>;
  return (
    <>
      {isCodeNeeded ? <FactorCodeField {...code} /> : null}
      {isPasskeyNeeded ? <p role="status">{t('factor.passkeyNeeded')}</p> : null}
      <Button type="submit" wide busy={isSending}>
        {isPasskeyNeeded ? t('factor.passkeyConfirm') : action}
      </Button>
      {onPreferPasskey ? (
        <Button tone="line" wide onClick={onPreferPasskey}>
          {t('factor.passkeyInstead')}
        </Button>
      ) : null}
    </>
  );
}

type FieldProps = Pick<ComponentProps<typeof CodeField>, 'id' | 'value' | 'error' | 'onValue'>;

/** Field of the code of an authenticator app. */
export function FactorCodeField(field: FieldProps) {
  const t = useTexts('desk');
  return <CodeField {...field} name="code" label={t('factor.code')} hint={t('factor.codeHint')} length={LENGTH} />;
}

/** Set-up code of a new member, or the present password. */
export function ProofField(field: Pick<ComponentProps<typeof PasswordField>, 'id' | 'value' | 'error' | 'onValue'>) {
  const t = useTexts('desk');
  return (
    <PasswordField
      {...field}
      name="proof"
      label={t('password.proof')}
      hint={t('password.proofHint')}
      autoComplete="off"
    />
  );
}
