import { useEffect } from 'react';
import { Link } from '../../../router/public.ts';
import type { Form } from '../../../form/use-form.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FoundName } from '../found-name.part.tsx';
import { PayeeChoice } from '../payees/payee-choice.tsx';
import { usePayees } from '../payees/payees.queries.ts';
import {
  isLocked,
  payeePlanOf,
  payeeTypeOf,
  payeeValues,
  staleChoice,
  type TransferField,
  type TransferName,
  type TransferValues,
  wayOf,
} from './transfer.domain.ts';
import { NameAnswer } from './name-answer.tsx';
import { FIELD_IDS } from './transfer-fields.ts';
import type { NameCheck } from './use-name-check.ts';
import type { LookUp } from './use-look-up.ts';

type TransferRecipientProps = {
  readonly form: Form<TransferName>;
  readonly lookUp: LookUp;
  readonly nameCheck: NameCheck | null;
};

/** Who is paid: a saved recipient or biller, or one that is typed in. */
export function TransferRecipient({ form, lookUp, nameCheck }: TransferRecipientProps) {
  const t = useTexts('transfers');
  const { values } = form;
  const way = wayOf(values);
  const payees = usePayees(payeeTypeOf(values));
  const fillIn = (filled: Partial<TransferValues>) => {
    for (const [name, value] of Object.entries(filled)) form.setValue(name as TransferName, value);
  };
  useEffect(() => {
    const stale = payees.list ? staleChoice(values, payees.list) : null;
    if (stale) fillIn(stale);
  });
  const edit = () => {
    form.setValue('isUpdate', 'yes');
    document.getElementById(FIELD_IDS[way === 'bpay' ? 'billerCode' : 'name'])?.focus();
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
        payees={payees}
        values={values}
        onChoose={(payee) => fillIn(payeeValues(payee, way))}
        onEdit={edit}
      />
      {way === 'bpay' ? (
        <BillFields form={form} lookUp={lookUp} />
      ) : (
        <AccountFields form={form} lookUp={lookUp} nameCheck={nameCheck} />
      )}
      {isNew ? (
        <Checkbox
          id="payee-save"
          label={t(way === 'bpay' ? 'payee.saveBiller' : 'payee.save')}
          hint={t(payees.isFull ? 'payee.full' : 'payee.saveHint')}
          isDisabled={payees.isFull}
          isChecked={values.newPayee !== ''}
          onChange={(isChecked) => form.setValue('newPayee', isChecked ? 'yes' : '')}
        />
      ) : null}
      {way === 'bpay' && plan !== 'nobody' ? (
        <Field
          {...form.field('name')}
          label={t('field.billerName')}
          hint={t('field.billerNameHint')}
          autoComplete="off"
          readOnly={isLocked(values)}
        />
      ) : null}
    </section>
  );
}

function AccountFields({ form, lookUp, nameCheck }: TransferRecipientProps) {
  const t = useTexts('transfers');
  const { values } = form;
  const way = wayOf(values);
  const readOnly = isLocked(values);
  const bsb = useLookedUp(form, 'bsb', lookUp);
  return (
    <>
      <Field
        {...form.field('name')}
        label={t(way === 'internal' ? 'field.name' : 'field.accountName')}
        hint={t('field.nameHint')}
        autoComplete="off"
        readOnly={readOnly}
      />
      {way === 'external' ? (
        <Field
          {...bsb}
          label={t('field.bsb')}
          hint={lookUp.name === '' ? t('field.bsbHint') : undefined}
          note={<FoundName name={lookUp.name} />}
          autoComplete="off"
          inputMode="numeric"
          figures
          readOnly={readOnly}
        />
      ) : null}
      <Field
        {...form.field('accountNumber')}
        label={t('field.accountNumber')}
        hint={t(way === 'internal' ? 'field.accountNumberHint' : 'field.bankAccountHint')}
        autoComplete="off"
        inputMode={way === 'internal' ? 'numeric' : 'text'}
        figures
        readOnly={readOnly}
      />
      <NameAnswer check={nameCheck} onChange={() => document.getElementById(FIELD_IDS.name)?.focus()} />
    </>
  );
}

function BillFields({ form, lookUp }: Omit<TransferRecipientProps, 'nameCheck'>) {
  const t = useTexts('transfers');
  const readOnly = isLocked(form.values);
  const code = useLookedUp(form, 'billerCode', lookUp);
  return (
    <>
      <Field
        {...code}
        label={t('field.billerCode')}
        hint={lookUp.name === '' ? t('field.billerCodeHint') : undefined}
        note={<FoundName name={lookUp.name} />}
        autoComplete="off"
        inputMode="numeric"
        figures
        readOnly={readOnly}
      />
      <Field
        {...form.field('reference')}
        label={t('field.reference')}
        hint={t('field.referenceHint')}
        autoComplete="off"
        inputMode="numeric"
        figures
        readOnly={readOnly}
      />
    </>
  );
}

/** A field whose number is looked up shows what is wrong with it as soon as that is known. */
function useLookedUp(form: Form<TransferName>, name: TransferField, { problems }: LookUp) {
  const validation = useTexts('validation');
  const field = form.field(name);
  const error = field.error ?? (problems[name] && validation(problems[name]));
  return error === undefined ? field : { ...field, error };
}
