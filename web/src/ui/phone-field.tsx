import { Field, type FieldProps } from './field.tsx';

/** A telephone number, as its owner writes it: spaces, brackets and a country's code are all right. */
export function PhoneField(props: Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'figures' | 'spellCheck'>) {
  return <Field {...props} type="tel" inputMode="tel" autoComplete="tel" spellCheck={false} figures />;
}
