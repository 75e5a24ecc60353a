import './checkbox.css';
import { classNames } from '../class-names.ts';
import { described, FieldLines } from './field.tsx';

type CheckboxProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** Required with a hint or an error, whose ids derive from it. */
  readonly id?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
};

/** Choice that applies when its form is submitted. An immediate one is a Switch. */
export function Checkbox({ label, isChecked, onChange, id = '', hint, error, isDisabled }: CheckboxProps) {
  const words = { id, hint, error };
  return (
    <div className={classNames('field', error !== undefined && 'field--bad')}>
      <label className="checkbox">
        <input
          className="checkbox__input"
          type="checkbox"
          id={id || undefined}
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          {...described(words)}
        />
        {label}
      </label>
      <FieldLines {...words} />
    </div>
  );
}
