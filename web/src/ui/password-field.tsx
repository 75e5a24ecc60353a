import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { SecretSwitch } from './secret-switch.tsx';

/** A field for a secret: hidden until its owner asks to see it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end' | 'spellCheck' | 'autoCapitalize'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        props.disabled ? undefined : (
          <SecretSwitch fieldId={props.id} label={props.label} isShown={isShown} onChange={setIsShown} />
        )
      }
    />
  );
}
