import './field.css';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong and what to do, in the words of the summary. */
  readonly error?: string | undefined;
  /** Marked as wrong by words that stand at another field: the id of that field. */
  readonly wrongWith?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Digits, set so that they line up. */
  readonly figures?: boolean;
  /** Stands inside the box at its end. */
  readonly end?: ReactNode;
} & Pick<
  ComponentProps<'input'>,
  'type' | 'name' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'maxLength' | 'onBlur' | 'required'
>;

/** Ids of the words that describe a field, for the field itself and for others that share them. */
export function errorIdOf(fieldId: string): string {
  return `${fieldId}-error`;
}

/** A labelled text field with its hint and its error. */
export function Field(props: FieldProps) {
  const { id, label, hint, error, wrongWith, value, onValue, figures, end, ...input } = props;
  const isBad = error !== undefined || wrongWith !== undefined;
  const describedBy = [
    hint ? `${id}-hint` : null,
    error ? errorIdOf(id) : null,
    wrongWith ? errorIdOf(wrongWith) : null,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classNames('field', isBad && 'field--bad')}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field__error" id={errorIdOf(id)}>
          <Icon name="warning" size="s" />
          <span>{error}</span>
        </p>
      ) : null}
      <div className="field__box">
        <input
          {...input}
          id={id}
          className={classNames(
            'field__input',
            figures && 'field__input--figures',
            end !== undefined && 'field__input--end',
          )}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={isBad || undefined}
          aria-describedby={describedBy || undefined}
        />
        {end}
      </div>
    </div>
  );
}
