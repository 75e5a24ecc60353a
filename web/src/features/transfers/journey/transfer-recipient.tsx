import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useLocation } from '../../../router/public.ts';
import { PartFailed } from '../../../layout/part-failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { FoundName } from '../found-name.part.tsx';
import type { LookUp, MethodDescriptor, NameCheck, PaymentForm } from '../payment-method.ts';
import { DeletePayee } from '../payees/delete-payee.tsx';
import { MethodPicture } from '../payees/method-picture.tsx';
import { PayeePicture } from '../payees/payee-picture.part.tsx';
import { type Payees, usePayees } from '../payees/payees.queries.ts';
import { fieldId, fillIn, firstFieldId } from './form-values.ts';
import { NameAnswer } from './name-answer.tsx';
import { isLocked, isWhole, numbersIn, payeePlanOf, staleChoice } from './transfer.domain.ts';

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
  const { hash } = useLocation();
  const mustType = isWrong || numberFields(method).some((name) => hash === `#${fieldId(name)}`);
  const isRead = isNew && values.isRead !== '' && isWhole(method, values);
  useEffect(() => {
    // Fields that are opened for a fault stay open while it is put right.
    if (isRead && mustType) form.setValue('isRead', '');
  });
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
          numbers={isRead && !mustType ? <ReadNumbers form={form} method={method} lookUp={lookUp} /> : null}
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
  return (
    <div className="transfer__payee">
      <PayeePicture name={values.name} isBiller={method.pays === 'billers'} />
      <div className="transfer__payee-words">
        <p className="transfer__payee-name">{values.name}</p>
        <p className="transfer__note">{useDestination(method, values, lookUp)}</p>
        <FoundName name={lookUp.name} />
      </div>
      {children}
    </div>
  );
}

/** The account of a payee in words. */
function useDestination(method: MethodDescriptor, values: PaymentForm['values'], lookUp: LookUp): string {
  const t = useTexts('transfers');
  const [bsb, number] = numbersIn(method, values);
  const { key, named } = method.destination({ bsb, number }, lookUp);
  return t(key, named);
}

function numberFields({ bsb, number }: MethodDescriptor): readonly string[] {
  return bsb ? [bsb.field, number.field] : [number.field];
}

/** The numbers that were read from a text, which a new payee is not asked for again. */
function ReadNumbers({ form, method, lookUp }: Pick<TransferRecipientProps, 'form' | 'method' | 'lookUp'>) {
  const t = useTexts('transfers');
  const [first = ''] = numberFields(method);
  const change = () => {
    form.setValue('isRead', '');
    // The fields replace the details.
    window.requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus());
  };
  return (
    <div className="transfer__payee">
      <MethodPicture {...method} />
      <div className="transfer__payee-words">
        <p className="transfer__payee-name">{useDestination(method, form.values, lookUp)}</p>
        <FoundName name={lookUp.name} />
      </div>
      <div className="transfer__tools">
        <Button tone="text" small onClick={change}>
          {t('read.change')}
        </Button>
      </div>
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
      {...(isFull ? { hint: t('payee.full') } : {})}
      isDisabled={isFull}
      isChecked={form.values.newPayee !== ''}
      onChange={(isChecked) => form.setValue('newPayee', isChecked ? 'yes' : '')}
    />
  );
}
