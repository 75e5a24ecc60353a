import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { SecretSwitch } from './secret-switch.tsx';

type SecretProps = Omit<FieldProps, 'type' | 'end' | 'spellCheck' | 'autoCapitalize'> & {
  /**
   * True: not the password of a login, such as the access code of a card. Browsers and password managers save every
   * field that was of the type `password`, whatever its `autocomplete`, so it is hidden by style only.
   */
  readonly isNoLogin?: boolean;
};

/** Field for a secret, hidden until the user shows it. */
export function PasswordField({ isNoLogin = false, ...props }: SecretProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown || isNoLogin ? 'text' : 'password'}
      isNoLogin={isNoLogin}
      isHidden={isNoLogin && !isShown}
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
