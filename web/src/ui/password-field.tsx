import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Field, type FieldProps } from './field.tsx';

/** A field for a secret: hidden until its owner asks to see it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end' | 'spellCheck' | 'autoCapitalize'>) {
  const t = useTexts('common');
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className="field__end"
          aria-controls={props.id}
          // The name says what it does now, so it takes no pressed state beside it.
          aria-label={t(isShown ? 'hideSecret' : 'showSecret', { field: props.label })}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'hide' : 'show')}
        </button>
      }
    />
  );
}
