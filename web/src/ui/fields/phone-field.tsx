import { phoneInPaste } from '@wattle/contract/rules/mobile-number.ts';
import { Field, type FieldProps } from './field.tsx';

/**
 * Phone number as people write it, with spaces, brackets and country code. Of a contact that is pasted or filled in
 * with words around it, the number is taken.
 */
export function PhoneField(props: Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'figures' | 'spellCheck'>) {
  const { value, onValue } = props;
  const take = (next: string) => onValue(next.length > value.length + 1 ? phoneInPaste(next) : next);
  return <Field {...props} onValue={take} type="tel" inputMode="tel" autoComplete="tel" spellCheck={false} figures />;
}
