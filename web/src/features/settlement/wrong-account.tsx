import { getPaymentCourse, reportMistakenPayment } from '@wattle/contract/settlement/payment-course.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useState } from 'react';
import { useAction } from '../../api/use-operation.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type Mistaken = ResponseOf<typeof reportMistakenPayment>;
type WrongAccountProps = {
  readonly accountNumber: string;
  readonly receiptNumber: string;
  readonly mistaken: Mistaken | null;
  /** The money has come back: there is nothing to ask for. */
  readonly isBack: boolean;
  /** It never left. */
  readonly isStopped: boolean;
};

/** Requests the return of a payment to a wrong account and shows the status of the request. */
export function WrongAccount({ accountNumber, receiptNumber, mistaken, isBack, isStopped }: WrongAccountProps) {
  const ui = useTexts('ui');
  const t = useTexts('settlement');
  const wordsOf = useFailureWords();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const report = useAction(reportMistakenPayment, {
    invalidates: [getPaymentCourse],
    onSuccess: () => setAsking(false),
  });
  if (mistaken) {
    return (
      <div className="payment-course__mistaken" role="status">
        <b>{t(isStopped ? 'mistaken.stopped' : `mistaken.${mistaken.State}`)}</b>
        <p>{t(`mistaken.${mistaken.State}.text`)}</p>
        {mistaken.State === 'Asked' || mistaken.State === 'Requested' ? <p>{t(`mistaken.${mistaken.Rule}`)}</p> : null}
        <p>{t('mistaken.reference', { reference: mistaken.Reference, date: format.dateOf(mistaken.AskedAt) })}</p>
      </div>
    );
  }
  if (isBack) return null;
  return (
    <>
      <Button tone="text" onClick={() => setAsking(true)}>
        {t('mistaken.ask')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('mistaken.title')}
          action={t('mistaken.confirm')}
          leave={ui('goBack')}
          busy={report.isPending}
          error={report.failure ? wordsOf(report.failure) : undefined}
          onConfirm={() => report.run({ body: { accountNumber, receiptNumber } })}
          onCancel={() => {
            report.reset();
            setAsking(false);
          }}
        >
          {t('mistaken.text')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
