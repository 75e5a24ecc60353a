import { deletePasscode } from '@wattle/contract/access/delete-passcode.ts';
import { call } from '../../api/call.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { MethodDialog } from './method-dialog.tsx';
import { CurrentPassword, usePasswordForm } from './method-form.tsx';

type DeletePasscodeProps = { readonly onDone: () => void; readonly onClose: () => void };

/** Deletes the passcodes of all devices, for who knows the password. */
export function DeletePasscodeDialog({ onDone, onClose }: DeletePasscodeProps) {
  const t = useTexts('signInMethods');
  const wordsOfCode = useErrorTexts();
  const state = usePasswordForm(async (password) => {
    const answer = await call(deletePasscode, { body: { currentpassword: password } });
    if (!answer.ok) return wordsOfCode(answer.code);
    onDone();
    return null;
  });
  return (
    <MethodDialog
      title={t('passcode.deleteTitle')}
      text={t('passcode.deleteText')}
      submit={t('passcode.deleteNow')}
      busy={t('passcode.deleting')}
      isDangerous
      form={state.form}
      onClose={onClose}
    >
      <CurrentPassword {...state} />
    </MethodDialog>
  );
}
