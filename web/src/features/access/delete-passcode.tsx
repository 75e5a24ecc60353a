import { currentPassword } from '@wattle/contract/access/current-password.ts';
import { deletePasscode } from '@wattle/contract/access/delete-passcode.ts';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { useErrorTitle } from '../../layout/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { REFUSED, useForm } from '../../ui/use-form.ts';
import { messageOf } from './message-of.ts';
import { wordsOfProblems } from './sign-in-problems.ts';

const FIELD_IDS = { password: 'delete-passcode-password' } as const;

type DeletePasscodeProps = { readonly onDeleted: () => void; readonly onCancel: () => void };

/** Deletes the passcodes of all devices, for who knows the password. */
export function DeletePasscode({ onDeleted, onCancel }: DeletePasscodeProps) {
  const t = useTexts('signInMethods');
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const [refusal, setRefusal] = useState('');
  const form = useForm<'password'>({
    initial: { password: '' },
    secrets: ['password'],
    check: async ({ password }) => {
      const problem = messageOf(z.safeParse(currentPassword, password));
      return problem === null ? {} : { password: problem };
    },
    submit: async ({ password }) => {
      const answer = await call(deletePasscode, { body: { currentpassword: password } });
      if (answer.ok) {
        onDeleted();
        return {};
      }
      setRefusal(answer.code);
      return { password: REFUSED };
    },
  });
  const words = wordsOfProblems(form.problems, {
    fieldIds: FIELD_IDS,
    refusal: form.problems.password === REFUSED ? wordsOfCode(refusal) : null,
    wordsOf: (_, key) => validation(key, { field: t('passcode.passwordName') }),
  });
  useErrorTitle(words.summary.length > 0);
  useEffect(() => document.getElementById(FIELD_IDS.password)?.focus(), []);
  return (
    <form className="ways__form" noValidate onSubmit={form.onSubmit}>
      <ErrorSummary problems={words.summary} attempt={form.attempt} />
      <p>{t('passcode.deleteText')}</p>
      <PasswordField
        id={FIELD_IDS.password}
        name="currentpassword"
        label={t('passcode.password')}
        {...words.field('password')}
        value={form.values.password}
        onValue={(value) => form.setValue('password', value)}
        autoComplete="current-password"
      />
      <div className="ways__actions">
        <Button type="submit" tone="danger" small busy={form.isBusy}>
          {t(form.isBusy ? 'passcode.deleting' : 'passcode.deleteNow')}
        </Button>
        <Button tone="line" small onClick={onCancel}>
          {t('passcode.keep')}
        </Button>
      </div>
    </form>
  );
}
