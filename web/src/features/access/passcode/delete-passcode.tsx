import { deletePasscode } from '@wattle/contract/access/passcodes.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useForm } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { MethodDialog } from '../methods/method-dialog.tsx';

type DeletePasscodeProps = { readonly onDone: () => void; readonly onClose: () => void };

/** Deletes the passcodes of all devices, with a fresh proof. */
export function DeletePasscodeDialog({ onDone, onClose }: DeletePasscodeProps) {
  const t = useTexts('signInMethods');
  const form = useForm({
    fields: {},
    rules: operationRules(
      {},
      {
        operation: deletePasscode,
        body: () => ({}),
        onDone,
      },
    ),
  });
  return (
    <MethodDialog
      title={t('passcode.deleteTitle')}
      text={t('passcode.deleteText')}
      submit={t('passcode.deleteNow')}
      busy={t('passcode.deleting')}
      isDangerous
      form={form}
      onClose={onClose}
    />
  );
}
