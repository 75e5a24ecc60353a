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
import { StopHeld } from '../settlement/stop-held.part.tsx';

type DeleteScheduledProps = {
  readonly payment: ScheduledPayment;
  readonly accountNumber: string;
  readonly onClose: () => void;
  readonly onStopped?: () => void;
};

/** Asks before a scheduled payment is deleted, and says how it went. */
export function DeleteScheduled({ payment, accountNumber, onClose, onStopped }: DeleteScheduledProps) {
  const ui = useTexts('ui');
  const t = useTexts('schedules');
  const settlement = useTexts('settlement');
  const wordsOf = useErrorTexts();
  const name = payment.accountName;
  const isHeld = payment.heldUntil !== null;
  const hasEnded = payment.state !== 'Active';
  const onDone = () => {
    // Closed first: a closing dialog returns the focus to its opening button, which is removed with the row.
    flushSync(onClose);
    document.querySelector<HTMLElement>('[role="tabpanel"]')?.focus();
    showToast({ text: isHeld ? settlement('stop.done', { name }) : t(hasEnded ? 'removed' : 'stopped', { name }) });
    onStopped?.();
  };
  const action = useAction(deleteScheduledPayment, {
    invalidates: [getScheduledPayments, getCards],
    onSuccess: onDone,
  });
  if (isHeld) {
    return <StopHeld payment={payment} accountNumber={accountNumber} onStopped={onDone} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={t(hasEnded ? 'removeTitle' : 'stopTitle', { name })}
      action={t(hasEnded ? 'hide' : 'stopAction')}
      leave={ui('keepIt')}
      isDangerous
      busy={action.isPending}
      error={action.failure ? wordsOf(wordsKeyOf(action.failure)) : undefined}
      onConfirm={() => action.run({ body: { scheduledPaymentId: payment.id, accountNumber } })}
      onCancel={onClose}
    >
      {t(hasEnded ? 'removeText' : 'stopText', { name })}
    </ConfirmDialog>
  );
}
