import './select.css';
import type { ComponentProps } from 'react';
import { AppIcon } from './app-icon.tsx';
import { described, FieldFrame, type FieldWords } from './field.tsx';
import { useSelectClose } from './use-select-close.ts';

type SelectProps = FieldWords & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Text while nothing is chosen. */
  readonly prompt?: string;
  /** Called when the list closes or the field loses focus, to check it. */
  readonly onLeave?: () => void;
} & Pick<ComponentProps<'select'>, 'name' | 'autoComplete' | 'disabled'>;

/** Choice by the native list of the device. For more than a dozen options use a Combobox. */
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
