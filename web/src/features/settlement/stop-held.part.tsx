import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { deleteScheduledPayment, getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { useAction } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type StopHeldProps = {
  readonly payment: { readonly id: string; readonly accountName: string };
  readonly accountNumber: string;
  readonly onStopped: () => void;
  readonly onClose: () => void;
};

/** Asks before a held payment is stopped. Uses the texts of `settlement`. */
export function StopHeld({ payment, accountNumber, onStopped, onClose }: StopHeldProps) {
  const t = useTexts('settlement');
  const wordsOf = useErrorTexts();
  const name = payment.accountName;
  const stop = useAction(deleteScheduledPayment, {
    invalidates: [getScheduledPayments, getCards, getCardDetails],
    onSuccess: onStopped,
  });
  return (
    <ConfirmDialog
      title={t('stop.title', { name })}
      action={t('stop.action')}
      leave={t('stop.leave')}
      isDangerous
      busy={stop.isPending}
      error={stop.failure ? wordsOf(wordsKeyOf(stop.failure)) : undefined}
      onConfirm={() => stop.run({ body: { scheduledPaymentId: payment.id, accountNumber } })}
      onCancel={onClose}
    >
      {t('stop.text', { name })}
    </ConfirmDialog>
  );
}
