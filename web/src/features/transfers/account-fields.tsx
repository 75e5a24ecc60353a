import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Field, type FieldProps } from '../../ui/fields/field.tsx';
import { BSB_NUMBER, NumberField, type NumberShape } from '../../ui/fields/number-field.tsx';
import { FoundName } from './found-name.part.tsx';
import type { LookUp, PayeeNumber, PaymentForm } from './payment-method.ts';

type PaidNumberProps<Own extends string> = {
  readonly form: PaymentForm<Own>;
  readonly name: Own;
  readonly isLocked: boolean;
  readonly hint?: string | undefined;
  /** True: the number may contain letters, as at another bank. */
  readonly takesLetters?: boolean;
  /** Knows what is wrong with it, which is shown once the field is left. */
  readonly lookUp?: LookUp;
};

/** A number of the payee, labelled by the text of its field. */
export function PaidNumberField<Own extends string>(props: PaidNumberProps<Own>) {
  const { form, name, isLocked, hint, takesLetters = false, lookUp } = props;
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const field = form.field(name);
  // A number that was not typed here is judged when it is shown.
  const [hasLeft, setHasLeft] = useState(field.value !== '');
  const problem = hasLeft && field.value !== '' ? lookUp?.problems[name] : undefined;
  const error = field.error ?? (problem && validation(problem));
  return (
    <NumberField
      {...field}
      {...(error === undefined ? {} : { error })}
      onBlur={() => setHasLeft(true)}
      label={t(`field.${name}`)}
      hint={hint}
      autoComplete="off"
      takesLetters={takesLetters}
      readOnly={isLocked}
    />
  );
}

type LookedUpFieldProps<Own extends string> = Omit<PaidNumberProps<Own>, 'takesLetters' | 'lookUp'> & {
  readonly lookUp: LookUp;
  /** How the digits are read and shown. Absent for a method without an account number. */
  readonly shape?: NumberShape;
};

/** Field of a number that is looked up. It shows the name that belongs to the number, or the problem with it. */
export function LookedUpField<Own extends string>({
  form,
  name,
  isLocked,
  hint,
  lookUp,
  shape,
}: LookedUpFieldProps<Own>) {
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const field = form.field(name);
  const problem = lookUp.problems[name];
  const error = field.error ?? (problem && validation(problem));
  const props = {
    ...field,
    ...(error === undefined ? {} : { error }),
    label: t(`field.${name}`),
    hint,
    note: <FoundName name={lookUp.name} />,
    autoComplete: 'off',
    readOnly: isLocked,
  };
  return shape ? <NumberField {...props} {...shape} /> : <Field {...props} spellCheck={false} figures />;
}

type PayeeNumberProps = Omit<FieldProps, 'autoComplete'> & { readonly number: PayeeNumber };

/** A number of a saved payee, by its method. */
export function PayeeNumberField({ number: { field, inputMode }, ...props }: PayeeNumberProps) {
  if (inputMode !== 'numeric' && inputMode !== 'text')
    return <Field {...props} inputMode={inputMode} autoComplete="off" />;
  const shape = field === 'bsb' ? BSB_NUMBER : {};
  return <NumberField {...props} {...shape} takesLetters={inputMode === 'text'} autoComplete="off" />;
}

type NameFieldProps = {
  readonly form: PaymentForm;
  readonly isLocked: boolean;
  readonly label: string;
  readonly hint: string;
};

export function NameField({ form, isLocked, label, hint }: NameFieldProps) {
  return <Field {...form.field('name')} label={label} hint={hint} autoComplete="off" readOnly={isLocked} />;
}
