import '../methods/sign-in-methods.css';
import { useTexts } from '../../../i18n/use-texts.ts';
import { NewCodeFields } from '../../../ui/fields/new-code-fields.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { MethodDialog } from '../methods/method-dialog.tsx';
import { usePasscodeForm } from './use-passcode-form.ts';

/** Asks for the passcode of this device, over the page that goes on below. */
export function PasscodeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('passcode');
  const form = usePasscodeForm(() => {
    showToast({ text: () => t('set.done') });
    onClose();
  });
  return (
    <MethodDialog
      title={t('choose.title')}
      text={t('choose.text')}
      submit={t('set.submit')}
      busy={t('set.busy')}
      cancel={t('choose.later')}
      form={form}
      onClose={onClose}
    >
      <NewCodeFields
        {...form.twice('pin', 'again')}
        label={t('set.passcode')}
        againLabel={t('set.again')}
        hint={t('hint')}
        matched={t('set.matched')}
      />
    </MethodDialog>
  );
}
