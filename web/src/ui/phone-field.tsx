import { Field, type FieldProps } from './field.tsx';

/** Phone number as people write it, with spaces, brackets and country code. */
export function PhoneField(props: Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'figures' | 'spellCheck'>) {
  return <Field {...props} type="tel" inputMode="tel" autoComplete="tel" spellCheck={false} figures />;
}
