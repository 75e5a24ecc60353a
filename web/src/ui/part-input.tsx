import './part-input.css';
import { classNames } from './class-names.ts';
import { errorIdOf } from './field.tsx';
import { ListInput } from './list-input.tsx';
import type { ListOption } from './list-options.ts';

export type Part = { readonly id: string; readonly autoComplete: string; readonly options: readonly ListOption[] };

type PartInputProps = Part & {
  readonly label: string;
  /** Four digits rather than two. */
  readonly isLong: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
  readonly isWrong: boolean;
  /** The field whose error says what is wrong. */
  readonly errorOf: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
};

/** One number of a date: typed, or chosen from its list. */
export function PartInput(props: PartInputProps) {
  const { id, label, isLong, text, onText, options, isWrong, errorOf, autoComplete, isDisabled, isReadOnly } = props;
  const { onLeave } = props;
  return (
    <div className={classNames('part-input', isLong && 'part-input--long')}>
      <label className="part-input__label" htmlFor={id}>
        {label}
      </label>
      <ListInput
        id={id}
        label={label}
        text={text}
        onText={(typed) => onText(typed.normalize('NFKC').replace(/[/-]/g, ''))}
        options={options}
        current={text.trim().replace(/^0+/, '')}
        onChoose={(option) => onText(option.value)}
        {...(onLeave === undefined ? {} : { onLeave })}
        inputMode="numeric"
        autoComplete={autoComplete}
        figures
        disabled={isDisabled}
        readOnly={isReadOnly}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong && errorOf !== undefined ? errorIdOf(errorOf) : undefined}
      />
    </div>
  );
}
