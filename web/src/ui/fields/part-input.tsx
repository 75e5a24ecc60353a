import { plainText } from '@wattle/contract/rules/typed-text.ts';
import './part-input.css';
import type { ClipboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { errorIdOf } from './field.tsx';
import { ListInput } from './list-input.tsx';
import type { ListOption } from './list-options.ts';
import { useComposition } from './use-composition.ts';

export type Part = {
  readonly id: string;
  readonly autoComplete: string;
  /** Absent: typing only. */
  readonly options?: readonly ListOption[] | undefined;
};

type PartInputProps = Part & {
  readonly label: string;
  /** True: four digits instead of two. */
  readonly isLong: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
  /** Called before the field handles a paste. */
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly isWrong: boolean;
  /** Field with the error text. */
  readonly errorOf: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
};

/** One number of a date: typed, or chosen from its list if it has one. */
export function PartInput(props: PartInputProps) {
  const { id, label, isLong, text, onText, options, isWrong, errorOf, isDisabled, isReadOnly, onLeave } = props;
  const { composed, events } = useComposition((input) => onText(input.value));
  const shared = {
    id,
    inputMode: 'numeric',
    autoComplete: props.autoComplete,
    disabled: isDisabled,
    readOnly: isReadOnly,
    onPaste: props.onPaste,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong && errorOf !== undefined ? errorIdOf(errorOf) : undefined,
  } as const;
  return (
    <div className={classNames('part-input', isLong && 'part-input--long')}>
      <label className="part-input__label" htmlFor={id}>
        {label}
      </label>
      {options === undefined ? (
        <input
          {...shared}
          {...events}
          className="field__input field__input--figures"
          autoCapitalize="none"
          spellCheck={false}
          value={composed ?? text}
          onBlur={onLeave}
        />
      ) : (
        <ListInput
          {...shared}
          label={label}
          text={composed ?? text}
          entry={events}
          options={options}
          current={plainText(text).replace(/^0+/, '')}
          onChoose={(option) => onText(option.value)}
          {...(onLeave === undefined ? {} : { onLeave })}
          figures
        />
      )}
    </div>
  );
}
