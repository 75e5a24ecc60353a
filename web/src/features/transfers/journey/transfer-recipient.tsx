import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { PartFailed } from '../../../layout/part-failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { FoundName } from '../found-name.part.tsx';
import type { LookUp, MethodDescriptor, NameCheck, PaymentForm } from '../payment-method.ts';
import { DeletePayee } from '../payees/delete-payee.tsx';
import { PayeePicture } from '../payees/payee-picture.tsx';
import { type Payees, usePayees } from '../payees/payees.queries.ts';
import { fieldId, fillIn, firstFieldId } from './form-values.ts';
import { NameAnswer } from './name-answer.tsx';
import { isLocked, payeePlanOf, staleChoice, typedIn } from './transfer.domain.ts';

type TransferRecipientProps = {
  readonly form: PaymentForm;
  readonly method: MethodDescriptor;
  readonly lookUp: LookUp;
  readonly nameCheck: NameCheck | null;
  /** The payee was deleted elsewhere, so another one has to be chosen. */
  readonly onGone: () => void;
};

/** The payee: the details of a chosen one, which may be edited, or empty fields for a new one. */
export function TransferRecipient({ form, method, lookUp, nameCheck, onGone }: TransferRecipientProps) {
  const t = useTexts('transfers');
  const { values } = form;
  const { PayeeFields } = method;
  const payees = usePayees(method);
  useEffect(() => {
    const stale = payees.list ? staleChoice(method, values, payees.list) : null;
    if (stale) fillIn(form, stale);
  });
  const plan = payeePlanOf(values);
  const isNew = plan === 'new' || plan === 'nobody';
  // What is wrong with a number is shown at its field.
  const isWrong = namesOf(method.payeeFields).some(
    (name) => form.field(name).error !== undefined || lookUp.problems[name] !== undefined,
  );
  const isShown = isLocked(values) && !isWrong;
  const tools =
    isNew || plan === 'own' ? null : (
      <PayeeTools form={form} method={method} payees={payees} isEditing={plan === 'update'} onGone={onGone} />
    );
  return (
    <section className="transfer__section" aria-label={t('to')}>
      {isShown ? (
        <ChosenPayee form={form} method={method} lookUp={lookUp}>
          {tools}
        </ChosenPayee>
      ) : (
        <PayeeFields
          form={form}
          lookUp={lookUp}
          isLocked={isLocked(values)}
          isSaved={plan !== 'nobody'}
          nameAnswer={
            <NameAnswer
              check={nameCheck}
              onChange={(part) =>
                document.getElementById(fieldId(part === 'name' ? 'name' : method.number.field))?.focus()
              }
            />
          }
          save={isNew ? <SavePayee form={form} method={method} isFull={payees.isFull} /> : null}
        />
      )}
      {plan === 'update' ? <p className="transfer__note">{t('payee.willUpdate')}</p> : null}
      {isShown ? null : tools}
      {isNew ? null : <PartFailed parts={[payees]} text={t('payee.failed')} />}
    </section>
  );
}

type ChosenPayeeProps = Pick<TransferRecipientProps, 'form' | 'method' | 'lookUp'> & {
  /** Buttons for the payee. */
  readonly children: ReactNode;
};

function ChosenPayee({ form: { values }, method, lookUp, children }: ChosenPayeeProps) {
  const t = useTexts('transfers');
  const { bsb, number } = method;
  const numbers = { bsb: bsb ? typedIn(values, bsb.field) : '', number: typedIn(values, number.field) };
  const { key, named } = method.destination(numbers, lookUp);
  return (
    <div className="transfer__payee">
      <PayeePicture payee={{ method, DestinationAccountName: values.name }} />
      <div className="transfer__payee-words">
        <p className="transfer__payee-name">{values.name}</p>
        <p className="transfer__note">{t(key, named)}</p>
        <FoundName name={lookUp.name} />
      </div>
      {children}
    </div>
  );
}

type PayeeToolsProps = Pick<TransferRecipientProps, 'form' | 'method' | 'onGone'> & {
  readonly payees: Payees;
  readonly isEditing: boolean;
};

function PayeeTools({ form, method, payees, isEditing, onGone }: PayeeToolsProps) {
  const t = useTexts('transfers');
  const [isAsking, setIsAsking] = useState(false);
  const chosen = payees.list?.find(({ PayeeId }) => PayeeId === form.values.payeeId);
  const { name } = form.values;
  const edit = () => {
    form.setValue('isUpdate', 'yes');
    // The fields replace the details.
    window.requestAnimationFrame(() => document.getElementById(firstFieldId(method))?.focus());
  };
  return (
    <div className="transfer__tools">
      {isEditing ? null : (
        <Button tone="text" small onClick={edit}>
          {t('payee.edit')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {chosen ? (
        <Button tone="text" small onClick={() => setIsAsking(true)}>
          {t('payee.delete')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      ) : null}
      {chosen && isAsking ? <DeletePayee payee={chosen} onClose={() => setIsAsking(false)} onDeleted={onGone} /> : null}
    </div>
  );
}

type SavePayeeProps = Pick<TransferRecipientProps, 'form' | 'method'> & { readonly isFull: boolean };

function SavePayee({ form, method, isFull }: SavePayeeProps) {
  const t = useTexts('transfers');
  return (
    <Checkbox
      id="payee-save"
      label={t(method.pays === 'billers' ? 'payee.saveBiller' : 'payee.save')}
      hint={t(isFull ? 'payee.full' : 'payee.saveHint')}
      isDisabled={isFull}
      isChecked={form.values.newPayee !== ''}
      onChange={(isChecked) => form.setValue('newPayee', isChecked ? 'yes' : '')}
    />
  );
}
