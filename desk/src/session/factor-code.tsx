import { CodeField } from '@wattle/web/ui/code-field.tsx';
import { PasswordField } from '@wattle/web/ui/password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type ComponentProps, useState } from 'react';
import type { Failure } from '../calls/send.ts';

const LENGTH = 6;

/** Code of a second factor, asked for once the server has said that the password alone is not enough. */
export function useFactorCode() {
  const t = useTexts('desk');
  const [factors, setFactors] = useState<readonly string[]>([]);
  const isNeeded = factors.includes('totp');
  return {
    isNeeded,
    /** The member has passkeys and no authenticator app. */
    isPasskeyAlone: factors.length > 0 && !isNeeded,
    problemsOf: (code: string) => (isNeeded && code.length !== LENGTH ? { code: t('factor.codeMissing') } : {}),
    bodyOf: (code: string) => (isNeeded ? { code } : {}),
    /** True where a factor is asked for from now on, so that the failure is none. */
    isAskedBy(failure: Failure): boolean {
      if (failure.kind !== 'refused' || failure.error !== 'second_factor_needed' || isNeeded) return false;
      setFactors(failure.factors ?? []);
      return true;
    },
  };
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
