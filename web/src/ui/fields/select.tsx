import './select.css';
import { useEffect, useRef, type ComponentProps } from 'react';
import { AppIcon } from '../app-icon.tsx';
import { described, FieldFrame, type FieldWords } from './field.tsx';

const LOOK_MS = 100;
/** A press that opens no list, such as a letter that selects, is not waited for. */
const LOOKS = 5;

const canDetectOpen = () => typeof CSS !== 'undefined' && CSS.supports('selector(:open)');

/**
 * Detects when the native list of a select closes. No event reports it, and closing without a choice changes nothing.
 * Browsers with `:open` can be polled; in others the field has to lose focus.
 */
function useSelectClose(onClose: (() => void) | undefined) {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (select: HTMLSelectElement) => {
    if (onClose === undefined || !canDetectOpen() || timer.current !== undefined) return;
    let looks = 0;
    let wasOpen = false;
    const look = () => {
      const isOpen = select.matches(':open');
      wasOpen ||= isOpen;
      looks += 1;
      if (isOpen || (!wasOpen && looks < LOOKS)) {
        timer.current = window.setTimeout(look, LOOK_MS);
        return;
      }
      timer.current = undefined;
      if (wasOpen) onClose();
    };
    // The list opens after the handlers of the press have returned. One that closes again immediately is detected.
    timer.current = window.setTimeout(look);
  };
}

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
