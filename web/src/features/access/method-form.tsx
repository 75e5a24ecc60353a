import { useId, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { type Form, REFUSED, useForm } from '../../ui/use-form.ts';

/** A form of one value, and the words for what is wrong with it. */
export function useValueForm(options: {
  readonly initial?: string;
  readonly isSecret?: boolean;
  readonly problemOf: (value: string) => string | null;
  /** Words of a refusal, or null when it is done. */
  readonly run: (value: string) => Promise<string | null>;
}): { readonly form: Form<'value'>; readonly refusal: string } {
  const [refusal, setRefusal] = useState('');
  const form = useForm<'value'>({
    initial: { value: options.initial ?? '' },
    secrets: options.isSecret ? ['value'] : [],
    check: async ({ value }) => {
      const problem = options.problemOf(value);
      return problem === null ? {} : { value: problem };
    },
    submit: async ({ value }) => {
      const refused = await options.run(value);
      if (refused === null) return {};
      setRefusal(refused);
      return { value: REFUSED };
    },
  });
  return { form, refusal };
}

export function usePasswordForm(run: (password: string) => Promise<string | null>) {
  return useValueForm({ isSecret: true, problemOf: (value) => (value === '' ? 'required' : null), run });
}

export function CurrentPassword({ form, refusal }: ReturnType<typeof usePasswordForm>) {
  const t = useTexts('signInMethods');
  const validation = useTexts('validation');
  const problem = form.problems.value;
  const words = problem === REFUSED ? refusal : problem && validation(problem, { field: t('password.name') });
  return (
    <PasswordField
      id={useId()}
      name="password"
      label={t('password.label')}
      error={words}
      value={form.values.value}
      onValue={(value) => form.setValue('value', value)}
      autoComplete="current-password"
    />
  );
}
