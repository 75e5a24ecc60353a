import './select.css';
import type { ComponentProps } from 'react';
import { AppIcon } from './app-icon.tsx';
import { described, FieldFrame, type FieldWords } from './field.tsx';
import { useSelectClose } from './use-select-close.ts';

type SelectProps = FieldWords & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The line that stands there while nothing is chosen. */
  readonly prompt?: string;
  /** The person has closed the list or left the field: the moment to check it. */
  readonly onLeave?: () => void;
} & Pick<ComponentProps<'select'>, 'name' | 'autoComplete' | 'disabled'>;

/** One of some, by the device's own list. With more than a dozen, a Combobox finds faster. */
export function Select(props: SelectProps) {
  const { label, hint, error, wrongWith, note, options, value, onValue, onLeave, prompt, ...select } = props;
  const watchClose = useSelectClose(onLeave);
  const words = { id: select.id, label, hint, error, wrongWith, note };
  return (
    <FieldFrame {...words}>
      <div className="field__box">
        <select
          {...select}
          className="field__input select"
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onBlur={onLeave}
          onPointerDown={({ currentTarget }) => watchClose(currentTarget)}
          onKeyDown={({ currentTarget }) => watchClose(currentTarget)}
          {...described(words)}
        >
          {prompt === undefined ? null : <option value="">{prompt}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <AppIcon name="down" size="s" className="select__arrow" />
      </div>
    </FieldFrame>
  );
}
