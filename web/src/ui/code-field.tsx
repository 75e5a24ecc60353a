import './code-field.css';
import { type ChangeEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import { codeIn } from './code-in.ts';
import { described, FieldFrame, type FieldWords } from './field.tsx';
import { SecretSwitch } from './secret-switch.tsx';

type CodeFieldProps = FieldWords & {
  readonly name: string;
  readonly length: 4 | 6;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Hidden until its owner asks to see it: a PIN, a passcode. */
  readonly isSecret?: boolean;
  /** `one-time-code` unless it is said otherwise: a code that was sent, which the device may fill in. */
  readonly autoComplete?: string;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
};

/** One field for a code or a PIN. Spaces and hyphens go as they come, and the code of a pasted message is found. */
export function CodeField(props: CodeFieldProps) {
  const { id, label, name, length, value, onValue, isSecret = false, isDisabled, isReadOnly } = props;
  const [isShown, setIsShown] = useState(!isSecret);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const code = codeIn(target.value, length);
    if (code !== target.value) {
      // Written back here: left to the next drawing, what is dropped would send the caret to the end.
      const caret = codeIn(target.value.slice(0, target.selectionStart ?? undefined), length).length;
      target.value = code;
      target.setSelectionRange(caret, caret);
    }
    onValue(code);
  };
  return (
    <FieldFrame {...props}>
      <div className="code-field">
        <input
          className={classNames('field__input', 'code-field__input', `code-field__input--${length}`)}
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          // A passcode or PIN is digits; a code of six may have letters.
          inputMode={length === 4 ? 'numeric' : 'text'}
          autoComplete={props.autoComplete ?? 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          disabled={isDisabled}
          readOnly={isReadOnly}
          value={value}
          onChange={take}
          {...described(props)}
        />
        {isSecret && !isDisabled ? (
          <SecretSwitch fieldId={id} label={label} isShown={isShown} onChange={setIsShown} />
        ) : null}
      </div>
    </FieldFrame>
  );
}
