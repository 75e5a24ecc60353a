import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { inGroups, withHyphen } from '../account-numbers.domain.ts';
import { isLocked, payeePlanOf } from '../journey/transfer.domain.ts';
import type { MethodDescriptor, PaymentValues } from '../payment-method.ts';
import { DeletePayee } from './delete-payee.tsx';
import type { Payees } from './payees.queries.ts';
import { NotLoaded } from '../not-loaded.tsx';

const FIELD_ID = 'payee';

type PayeeChoiceProps = {
  readonly method: MethodDescriptor;
  readonly payees: Payees;
  readonly values: PaymentValues;
  /** Undefined for a new payee. */
  readonly onChoose: (payee: SavedPayee | undefined) => void;
  readonly onEdit: () => void;
};

/** The saved payees; the first entry is for a new one. */
export function PayeeChoice({ method, payees, values, onChoose, onEdit }: PayeeChoiceProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const isBill = method.pays === 'billers';
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
            number: [withHyphen(payee.DestinationBSB ?? ''), inGroups(payee.DestinationAccountNumber)]
              .filter(Boolean)
              .join(' '),
          }),
        }))}
        value={values.payeeId}
        onValue={(id) => onChoose(list.find(({ PayeeId }) => PayeeId === id))}
      />
      {payees.hasFailed ? <NotLoaded text={t('payee.failed')} onRetry={payees.refetch} /> : null}
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
        <DeletePayee
          payee={chosen}
          onClose={() => setIsAsking(false)}
          onDeleted={() => {
            onChoose(undefined);
            // The button that asked has gone with the payee.
            document.getElementById(FIELD_ID)?.focus();
          }}
        />
      ) : null}
    </>
  );
}
