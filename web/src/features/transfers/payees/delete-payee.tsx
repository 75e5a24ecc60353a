import { deletePayees, getPayees } from '@wattle/contract/transfers/payees.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { flushSync } from 'react-dom';
import { useAction } from '../../../api/use-operation.ts';
import { wordsKeyOf } from '../../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts.ts';

type DeletePayeeProps = {
  readonly payee: SavedPayee;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

/** Confirms the deletion of a saved payee. A failure is shown in the dialog. */
export function DeletePayee({ payee, onClose, onDeleted }: DeletePayeeProps) {
  const ui = useTexts('ui');
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const name = payee.DestinationAccountName;
  const action = useAction(deletePayees, {
    invalidates: [getPayees],
    onSuccess: () => {
      // Closed first: a closing dialog returns the focus to its opening button, which is removed with the row.
      flushSync(onClose);
      onDeleted();
      showToast({ text: t('payee.deleted', { name }) });
    },
  });
  return (
    <ConfirmDialog
      title={t('payee.deleteTitle', { name })}
      action={t('payee.deleteAction')}
      leave={ui('keepIt')}
      isDangerous
      busy={action.isPending}
      error={action.failure ? wordsOf(wordsKeyOf(action.failure)) : undefined}
      onConfirm={() => action.run({ body: { PayeeId: payee.PayeeId } })}
      onCancel={onClose}
    >
      {t('payee.deleteText', { name })}
    </ConfirmDialog>
  );
}
