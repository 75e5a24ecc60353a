import { deletePayees } from '@wattle/contract/transfers/delete-payees.ts';
import { getPayees } from '@wattle/contract/transfers/get-payees.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toasts.ts';
import { inGroups, isLocked, payeePlanOf, type TransferValues } from './transfer.domain.ts';
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
  const [isAsking, setIsAsking] = useState(false);
  const chosen = payees.list.find(({ PayeeId }) => PayeeId === values.payeeId);
  const name = chosen?.DestinationAccountName ?? '';
  return (
    <>
      <Select
        id={FIELD_ID}
        name={FIELD_ID}
        label={t('payee.label')}
        prompt={t('Select a Recipient')}
        options={payees.list.map((payee) => ({
          value: payee.PayeeId,
          label: t('payee.option', {
            name: payee.DestinationAccountName,
            number: inGroups(payee.DestinationAccountNumber),
          }),
        }))}
        value={values.payeeId}
        onValue={(id) => onChoose(payees.list.find(({ PayeeId }) => PayeeId === id))}
      />
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
  const navigate = useNavigate();
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
    onFailure: ({ code }) => void navigate(paths.error(), { state: { code } }),
  });
  return (
    <ConfirmDialog
      title={t('payee.deleteTitle', { name })}
      action={t('payee.deleteAction')}
      isDangerous
      busy={action.isPending}
      onConfirm={() => action.run({ body: { PayeeId: payee.PayeeId } })}
      onCancel={onClose}
    >
      {t('payee.deleteText', { name })}
    </ConfirmDialog>
  );
}
