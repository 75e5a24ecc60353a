import { useId } from 'react';
import type { FormField } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

/** The field of a form that asks for the password of the signed-in person. */
export function usePasswordFields() {
  const t = useTexts('signInMethods');
  return { currentpassword: { called: t('password.name'), isSecret: true, id: useId() } };
}

export function CurrentPassword({ field }: { readonly field: FormField }) {
  const t = useTexts('signInMethods');
  return <PasswordField {...field} name="password" label={t('password.label')} autoComplete="current-password" />;
}
