import './code-field.css';
import { digitsInPaste, digitsText } from '@wattle/contract/rules/typed-text.ts';
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { described, FieldFrame, type FieldWords } from './field.tsx';
import { SecretSwitch } from './secret-switch.tsx';
import { useComposition } from './use-composition.ts';

type CodeFieldProps = FieldWords & {
  readonly name: string;
  readonly length: 4 | 6;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** True: hidden until the user shows it, for a PIN or a passcode. */
  readonly isSecret?: boolean;
  /** Default `one-time-code`: a sent code, which the device may fill in. */
  readonly autoComplete?: string;
  /** True: the last character sends the form, as its hint says. */
  readonly isLast?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
};

/** Code or PIN. Spaces and hyphens are dropped, the code of a pasted message is found, and nothing is truncated. */
export function CodeField(props: CodeFieldProps) {
  const { id, label, name, length, value, onValue, isSecret = false, isDisabled, isReadOnly } = props;
  const [isShown, setIsShown] = useState(!isSecret);
  const { composed, events } = useComposition((input) => {
    const code = digitsInPaste(input.value, [length]);
    if (code !== input.value) {
      // Written immediately: after the next render the caret would be at the end.
      const after = digitsText(input.value.slice(input.selectionStart ?? undefined)).length;
      const caret = Math.max(0, code.length - after);
      input.value = code;
      input.setSelectionRange(caret, caret);
    }
    onValue(code);
    if (props.isLast && code.length === length && value.length < length) input.form?.requestSubmit();
  });
  return (
    <FieldFrame {...props}>
      <div className="code-field">
        <input
          className={classNames('field__input', 'code-field__input', `code-field__input--${length}`)}
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          // Sent codes are digits, but letters are accepted too.
          inputMode="numeric"
          autoComplete={props.autoComplete ?? 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          disabled={isDisabled}
          readOnly={isReadOnly}
          value={composed ?? value}
          {...events}
          {...described(props)}
        />
        {isSecret && !isDisabled ? (
          <SecretSwitch fieldId={id} label={label} isShown={isShown} onChange={setIsShown} />
        ) : null}
      </div>
    </FieldFrame>
  );
}
