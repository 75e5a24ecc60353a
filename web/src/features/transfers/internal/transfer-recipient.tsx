import { useEffect } from 'react';
import type { Form } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { PayeeChoice } from '../payees/payee-choice.tsx';
import { usePayees } from '../payees/payees.queries.ts';
import {
  isLocked,
  payeePlanOf,
  payeeValues,
  staleChoice,
  type TransferName,
  type TransferValues,
} from './transfer.domain.ts';
import { FIELD_IDS } from './transfer-fields.ts';

/** Who is paid: a saved recipient, or somebody who is typed in. */
export function TransferRecipient({ form }: { readonly form: Form<TransferName> }) {
  const t = useTexts('transfers');
  const { values } = form;
  const payees = usePayees();
  const fillIn = (filled: Partial<TransferValues>) => {
    for (const [name, value] of Object.entries(filled)) form.setValue(name as TransferName, value);
  };
  useEffect(() => {
    const stale = payees.list ? staleChoice(values, payees.list) : null;
    if (stale) fillIn(stale);
  });
  const edit = () => {
    form.setValue('isUpdate', 'yes');
    document.getElementById(FIELD_IDS.name)?.focus();
  };
  const plan = payeePlanOf(values);
  return (
    <section className="transfer__section" aria-labelledby="transfer-to">
      <h2 className="transfer__head" id="transfer-to">
        {t('to')}
      </h2>
      <PayeeChoice payees={payees} values={values} onChoose={(payee) => fillIn(payeeValues(payee))} onEdit={edit} />
      <Field
        {...form.field('name')}
        label={t('field.name')}
        hint={t('field.nameHint')}
        autoComplete="off"
        readOnly={isLocked(values)}
      />
      <Field
        {...form.field('accountNumber')}
        label={t('field.accountNumber')}
        hint={t('field.accountNumberHint')}
        autoComplete="off"
        inputMode="numeric"
        figures
        readOnly={isLocked(values)}
      />
      {plan === 'new' || plan === 'nobody' ? (
        <Checkbox
          id="payee-save"
          label={t('payee.save')}
          hint={t(payees.isFull ? 'payee.full' : 'payee.saveHint')}
          isDisabled={payees.isFull}
          isChecked={values.newPayee !== ''}
          onChange={(isChecked) => form.setValue('newPayee', isChecked ? 'yes' : '')}
        />
      ) : null}
    </section>
  );
}
