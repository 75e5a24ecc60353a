import { deletePayees } from '@wattle/contract/transfers/payees/delete-payees.ts';
import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payees/payee.ts';
import { useState } from 'react';
import { useAction } from '../../../api/use-operation.ts';
import { refusalOf } from '../../../form/form.domain.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toasts.ts';
import {
  inGroups,
  isLocked,
  payeePlanOf,
  type TransferValues,
  wayOf,
  withHyphen,
} from '../internal/transfer.domain.ts';
import type { Payees } from './payees.queries.ts';

const FIELD_ID = 'payee';

type PayeeChoiceProps = {
  readonly payees: Payees;
  readonly values: TransferValues;
  /** Undefined: somebody new. */
  readonly onChoose: (payee: SavedPayee | undefined) => void;
  readonly onEdit: () => void;
};

/** The saved recipients; the first entry stands for somebody new. */
export function PayeeChoice({ payees, values, onChoose, onEdit }: PayeeChoiceProps) {
  const t = useTexts('transfers');
  const common = useTexts('common');
  const format = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const isBill = wayOf(values) === 'bpay';
  const list = payees.list ?? [];
  const chosen = list.find(({ PayeeId }) => PayeeId === values.payeeId);
  const name = chosen?.DestinationAccountName ?? '';
  return (
    <>
      <Select
        id={FIELD_ID}
        name={FIELD_ID}
        label={t(isBill ? 'payee.billers' : 'payee.label')}
        prompt={t(isBill ? 'Select a Biller' : 'Select a Recipient')}
        options={list.map((payee) => ({
          value: payee.PayeeId,
          label: t('payee.option', {
            name: payee.DestinationAccountName,
            number: [withHyphen(payee.DestinationBSB ?? ''), inGroups(payee.DestinationAccountNumber)].join(' ').trim(),
          }),
        }))}
        value={values.payeeId}
        onValue={(id) => onChoose(list.find(({ PayeeId }) => PayeeId === id))}
      />
      {payees.hasFailed ? (
        <p className="transfer__note" role="alert">
          {t('payee.failed')}{' '}
          <button type="button" className="transfer__retry" onClick={payees.refetch}>
            {common('retry')}
          </button>
        </p>
      ) : null}
      {chosen ? (
        <div className="transfer__tools">
          {isLocked(values) ? (
            <Button tone="tonal" small onClick={onEdit}>
              {t('payee.edit')}
              <span className="visually-hidden"> {name}</span>
            </Button>
          ) : null}
          <Button tone="line" small onClick={() => setIsAsking(true)}>
            {t('payee.delete')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        </div>
      ) : null}
      {chosen && chosen.LastPaidAt !== null && chosen.LastPaidAmount !== null ? (
        <p className="transfer__note">
          {t('payee.lastPaid', {
            amount: format.money(chosen.LastPaidAmount),
            date: format.dateOf(chosen.LastPaidAt),
          })}
        </p>
      ) : null}
      {payeePlanOf(values) === 'update' ? <p className="transfer__note">{t('payee.willUpdate')}</p> : null}
      {chosen && isAsking ? (
        <DeletePayee payee={chosen} onClose={() => setIsAsking(false)} onDeleted={() => onChoose(undefined)} />
      ) : null}
    </>
  );
}

type DeletePayeeProps = {
  readonly payee: SavedPayee;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

function DeletePayee({ payee, onClose, onDeleted }: DeletePayeeProps) {
  const t = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const name = payee.DestinationAccountName;
  const action = useAction(deletePayees, {
    invalidates: [getPayees],
    onSuccess: () => {
      onClose();
      onDeleted();
      showToast({ text: t('payee.deleted', { name }) });
      // The button that asked has gone with the payee.
      window.requestAnimationFrame(() => document.getElementById(FIELD_ID)?.focus());
    },
  });
  return (
    <ConfirmDialog
      title={t('payee.deleteTitle', { name })}
      action={t('payee.deleteAction')}
      isDangerous
      busy={action.isPending}
      error={action.failure ? wordsOf(refusalOf(action.failure, [], navigator.onLine).code) : undefined}
      onConfirm={() => action.run({ body: { PayeeId: payee.PayeeId } })}
      onCancel={onClose}
    >
      {t('payee.deleteText', { name })}
    </ConfirmDialog>
  );
}
