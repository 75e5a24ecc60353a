import { useTexts } from '../../i18n/use-texts.ts';
import { Field } from '../../ui/field.tsx';
import { FoundName } from './found-name.part.tsx';
import type { LookUp, PaymentForm } from './payment-method.ts';

type NumberFieldProps<Own extends string> = {
  readonly form: PaymentForm<Own>;
  readonly name: Own;
  readonly isLocked: boolean;
  readonly hint?: string | undefined;
  readonly inputMode?: 'text' | 'numeric';
};

/** A number of who is paid, labelled by the text of its field. */
export function NumberField<Own extends string>(props: NumberFieldProps<Own>) {
  const { form, name, isLocked, hint, inputMode = 'numeric' } = props;
  const t = useTexts('transfers');
  return (
    <Field
      {...form.field(name)}
      label={t(`field.${name}`)}
      hint={hint}
      autoComplete="off"
      inputMode={inputMode}
      figures
      readOnly={isLocked}
    />
  );
}

type LookedUpFieldProps<Own extends string> = Omit<NumberFieldProps<Own>, 'inputMode'> & { readonly lookUp: LookUp };

/** A number that is looked up: shows what it stands for, or what is wrong with it, as soon as that is known. */
export function LookedUpField<Own extends string>({ form, name, isLocked, hint, lookUp }: LookedUpFieldProps<Own>) {
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const field = form.field(name);
  const problem = lookUp.problems[name];
  const error = field.error ?? (problem && validation(problem));
  return (
    <Field
      {...field}
      {...(error === undefined ? {} : { error })}
      label={t(`field.${name}`)}
      hint={lookUp.name === '' ? hint : undefined}
      note={<FoundName name={lookUp.name} />}
      autoComplete="off"
      inputMode="numeric"
      figures
      readOnly={isLocked}
    />
  );
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
