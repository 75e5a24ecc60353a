import type { Passkey } from '@wattle/contract/access/get-passkeys.ts';
import { passkeyName } from '@wattle/contract/access/passkey.ts';
import { removePasskey } from '@wattle/contract/access/remove-passkey.ts';
import { renamePasskey } from '@wattle/contract/access/rename-passkey.ts';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { type Form, REFUSED, useForm } from '../../ui/use-form.ts';
import { messageOf } from './message-of.ts';
import { makePasskey } from './passkey-calls.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { systemName } from './this-device.ts';

type Outcome = {
  /** Says what has been done; the list has changed. */
  readonly onDone: (words: string) => void;
  readonly onClose: () => void;
};
type About = Outcome & { readonly passkey: Passkey };

const GONE = '404';

/** A form of one value, and the words for what is wrong with it. */
function useValueForm(options: {
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

function usePasswordForm(run: (password: string) => Promise<string | null>) {
  return useValueForm({ isSecret: true, problemOf: (value) => (value === '' ? 'required' : null), run });
}

function CurrentPassword({ form, refusal }: ReturnType<typeof usePasswordForm>) {
  const t = useTexts('signInMethods');
  const validation = useTexts('validation');
  const problem = form.problems.value;
  const words = problem === REFUSED ? refusal : problem && validation(problem, { field: t('passkey.passwordName') });
  return (
    <PasswordField
      id={useId()}
      name="password"
      label={t('passkey.password')}
      error={words}
      value={form.values.value}
      onValue={(value) => form.setValue('value', value)}
      autoComplete="current-password"
    />
  );
}

export function AddPasskeyDialog({ onDone, onClose }: Outcome) {
  const t = useTexts('signInMethods');
  const wordsOfCode = useErrorTexts();
  const state = usePasswordForm(async (password) => {
    const name = systemName() ?? t('passkey.thisDevice');
    const failure = await makePasskey(password, name);
    if (failure) return 'code' in failure ? wordsOfCode(failure.code) : t(`passkey.${failure.text}`);
    onDone(t('passkey.addDone', { name }));
    return null;
  });
  return (
    <PasskeyDialog
      title={t('passkey.addTitle')}
      text={t('passkey.addText')}
      submit={t('passkey.addSubmit')}
      busy={t('passkey.addBusy')}
      form={state.form}
      onClose={onClose}
    >
      <CurrentPassword {...state} />
    </PasskeyDialog>
  );
}

export function RemovePasskeyDialog({ passkey, onDone, onClose }: About) {
  const t = useTexts('signInMethods');
  const wordsOfCode = useErrorTexts();
  const name = passkey.Name;
  const state = usePasswordForm(async (password) => {
    const answer = await call(removePasskey, { body: { Id: passkey.Id, currentpassword: password } });
    if (!answer.ok && answer.code !== GONE) return wordsOfCode(answer.code);
    onDone(t('passkey.removeDone', { name }));
    return null;
  });
  return (
    <PasskeyDialog
      title={t('passkey.removeTitle', { name })}
      text={t('passkey.removeText')}
      submit={t('passkey.removeSubmit')}
      busy={t('passkey.removeBusy')}
      isDangerous
      form={state.form}
      onClose={onClose}
    >
      <CurrentPassword {...state} />
    </PasskeyDialog>
  );
}

export function RenamePasskeyDialog({ passkey, onDone, onClose }: About) {
  const t = useTexts('signInMethods');
  const validation = useTexts('validation');
  const wordsOfCode = useErrorTexts();
  const { form, refusal } = useValueForm({
    initial: passkey.Name,
    problemOf: (value) => messageOf(z.safeParse(passkeyName, value)),
    run: async (value) => {
      const answer = await call(renamePasskey, { body: { Id: passkey.Id, Name: value } });
      if (!answer.ok) return wordsOfCode(answer.code);
      onDone(t('passkey.renameDone'));
      return null;
    },
  });
  const problem = form.problems.value;
  return (
    <PasskeyDialog
      title={t('passkey.renameTitle')}
      text={t('passkey.renameText')}
      submit={t('passkey.renameSubmit')}
      busy={t('passkey.busy')}
      form={form}
      onClose={onClose}
    >
      <Field
        id={useId()}
        name="name"
        type="text"
        label={t('passkey.name')}
        error={problem === REFUSED ? refusal : problem && validation(problem)}
        value={form.values.value}
        onValue={(value) => form.setValue('value', value)}
        autoComplete="off"
      />
    </PasskeyDialog>
  );
}
