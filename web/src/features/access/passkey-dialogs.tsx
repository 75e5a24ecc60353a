import type { Passkey } from '@wattle/contract/access/get-passkeys.ts';
import { passkeyName } from '@wattle/contract/access/passkey.ts';
import { removePasskey } from '@wattle/contract/access/remove-passkey.ts';
import { renamePasskey } from '@wattle/contract/access/rename-passkey.ts';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Field } from '../../ui/field.tsx';
import { REFUSED } from '../../ui/use-form.ts';
import { messageOf } from './message-of.ts';
import { MethodDialog } from './method-dialog.tsx';
import { CurrentPassword, usePasswordForm, useValueForm } from './method-form.tsx';
import { makePasskey } from './passkey-calls.ts';
import { systemName } from './this-device.ts';

type Outcome = {
  /** Says what has been done; the list has changed. */
  readonly onDone: (words: string) => void;
  readonly onClose: () => void;
};
type About = Outcome & { readonly passkey: Passkey };

const GONE = '404';

export function AddPasskeyDialog({ onDone, onClose }: Outcome) {
  const t = useTexts('signInMethods');
  const wordsOfCode = useErrorTexts();
  const [stop] = useState(() => new AbortController());
  const state = usePasswordForm(async (password) => {
    const name = systemName() ?? t('passkey.thisDevice');
    const failure = await makePasskey(password, name, stop.signal);
    if (failure) return 'code' in failure ? wordsOfCode(failure.code) : t(`passkey.${failure.text}`);
    onDone(t('passkey.addDone', { name }));
    return null;
  });
  return (
    <MethodDialog
      title={t('passkey.addTitle')}
      text={t('passkey.addText')}
      submit={t('passkey.addSubmit')}
      busy={t('passkey.addBusy')}
      form={state.form}
      canStop
      onClose={() => {
        stop.abort();
        onClose();
      }}
    >
      <CurrentPassword {...state} />
    </MethodDialog>
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
    <MethodDialog
      title={t('passkey.removeTitle', { name })}
      text={t('passkey.removeText')}
      submit={t('passkey.removeSubmit')}
      busy={t('passkey.removeBusy')}
      isDangerous
      form={state.form}
      onClose={onClose}
    >
      <CurrentPassword {...state} />
    </MethodDialog>
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
    <MethodDialog
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
    </MethodDialog>
  );
}
