import { getCards } from '@wattle/contract/cards/home.ts';
import {
  deleteScheduledPayment,
  getScheduledPayments,
  type ScheduledPayment,
} from '@wattle/contract/schedules/schedules.ts';
import { flushSync } from 'react-dom';
import { useAction } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';

type DeleteScheduledProps = {
  readonly payment: ScheduledPayment;
  readonly accountNumber: string;
  /** The next day on which it would be paid; empty: it has ended. */
  readonly day: string;
  readonly onClose: () => void;
};

/** Asks before a scheduled payment is deleted, and says how it went. */
export function DeleteScheduled({ payment, accountNumber, day, onClose }: DeleteScheduledProps) {
  const ui = useTexts('ui');
  const t = useTexts('schedules');
  const wordsOf = useErrorTexts();
  const name = payment.accountName;
  const isHeld = payment.heldUntil !== null;
  const action = useAction(deleteScheduledPayment, {
    invalidates: [getScheduledPayments, getCards],
    onSuccess: () => {
      // Closed first: a closing dialog returns the focus to its opening button, which is removed with the row.
      flushSync(onClose);
      document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus();
      showToast({ text: t(isHeld ? 'stopped' : 'deleted', { name }) });
    },
  });
  return (
    <ConfirmDialog
      title={t(isHeld ? 'stopTitle' : 'deleteTitle', { name })}
      action={t(isHeld ? 'stopAction' : 'deleteAction')}
      leave={isHeld ? t('stopLeave') : ui('keepIt')}
      isDangerous
      busy={action.isPending}
      error={action.failure ? wordsOf(wordsKeyOf(action.failure)) : undefined}
      onConfirm={() => action.run({ body: { scheduledPaymentId: payment.id, accountNumber } })}
      onCancel={onClose}
    >
      {t(isHeld ? 'stopText' : day === '' ? 'deleteEndedText' : 'deleteText', { name })}
    </ConfirmDialog>
  );
}
