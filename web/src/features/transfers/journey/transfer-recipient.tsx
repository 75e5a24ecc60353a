import { useEffect } from 'react';
import { Link } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { LookUp, MethodDescriptor, NameCheck, PaymentForm } from '../payment-method.ts';
import { PayeeChoice } from '../payees/payee-choice.tsx';
import { usePayees } from '../payees/payees.queries.ts';
import { fieldId, fillIn, firstFieldId } from './form-values.ts';
import { NameAnswer } from './name-answer.tsx';
import { isLocked, payeePlanOf, payeeValues, staleChoice } from './transfer.domain.ts';

type TransferRecipientProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  readonly lookUp: LookUp;
  readonly nameCheck: NameCheck | null;
};

/** Payee fields: a saved payee or biller, or a new one. */
export function TransferRecipient({ form, method, lookUp, nameCheck }: TransferRecipientProps) {
  const t = useTexts('transfers');
  const { values } = form;
  const { PayeeFields } = method;
  const payees = usePayees(method);
  useEffect(() => {
    const stale = payees.list ? staleChoice(method, values, payees.list) : null;
    if (stale) fillIn(form, stale);
  });
  const edit = () => {
    form.setValue('isUpdate', 'yes');
    document.getElementById(firstFieldId(method))?.focus();
  };
  const plan = payeePlanOf(values);
  const isNew = plan === 'new' || plan === 'nobody';
  return (
    <section className="transfer__section" aria-labelledby="transfer-to">
      <div className="transfer__heads">
        <h2 className="transfer__head" id="transfer-to">
          {t('to')}
        </h2>
        {payees.list && payees.list.length > 0 ? (
          <Link className="transfer__all" to={paths.payees()}>
            {t('payee.all')}
          </Link>
        ) : null}
      </div>
      <PayeeChoice
        method={method}
        payees={payees}
        values={values}
        onChoose={(payee) => fillIn(form, payeeValues(method, payee))}
        onEdit={edit}
      />
      <PayeeFields
        form={form}
        lookUp={lookUp}
        isLocked={isLocked(values)}
        isSaved={plan !== 'nobody'}
        nameAnswer={<NameAnswer check={nameCheck} onChange={() => document.getElementById(fieldId('name'))?.focus()} />}
        save={
          isNew ? (
            <Checkbox
              id="payee-save"
              label={t(method.pays === 'billers' ? 'payee.saveBiller' : 'payee.save')}
              hint={t(payees.isFull ? 'payee.full' : 'payee.saveHint')}
              isDisabled={payees.isFull}
              isChecked={values.newPayee !== ''}
              onChange={(isChecked) => form.setValue('newPayee', isChecked ? 'yes' : '')}
            />
          ) : null
        }
      />
    </section>
  );
}
