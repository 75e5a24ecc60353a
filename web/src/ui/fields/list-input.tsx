import './list-input.css';
import type { ComponentProps } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../app-icon.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { ListOption } from './list-options.ts';
import type { useComposition } from './use-composition.ts';
import { useListBox } from './use-list-box.ts';
import { Wheel } from './wheel.tsx';

type ListInputProps = {
  readonly id: string;
  /** Label of the list. */
  readonly label: string;
  readonly text: string;
  /** Called for every change of the text, also during composition by an input method. */
  readonly onText?: (text: string) => void;
  /** Events of a field that rewrites typed text, instead of `onText`. */
  readonly entry?: ReturnType<typeof useComposition>['events'];
  /** Options currently shown. */
  readonly options: readonly ListOption[];
  /** Value of the chosen option. */
  readonly current: string;
  readonly onChoose: (option: ListOption) => void;
  readonly onLeave?: () => void;
  /** True: typing opens and filters the list; otherwise it opens only on request. */
  readonly isSearch?: boolean;
  /** False: no arrow, because there is nothing to open before typing. */
  readonly hasToggle?: boolean;
  /** True while the options load, when the arrow is disabled. */
  readonly isLoading?: boolean;
  /** Text instead of options: no match, or loading. */
  readonly instead?: string | undefined;
  readonly figures?: boolean;
} & Pick<
  ComponentProps<'input'>,
  'name' | 'autoComplete' | 'inputMode' | 'disabled' | 'readOnly' | 'onPaste' | 'aria-invalid' | 'aria-describedby'
>;

/** A text field with a list of options below it. */
export function ListInput(props: ListInputProps) {
  const { id, label, text, onText, options, current, onChoose, onLeave, isSearch = false, instead, figures } = props;
  const { hasToggle = true, isLoading = false } = props;
  const { name, autoComplete, inputMode, disabled, readOnly, onPaste, entry } = props;
  const t = useTexts('fields');
  const { input, list, ...box } = useListBox({ options, current, opensByTyping: isSearch, onChoose, onLeave });
  const listId = `${id}-list`;
  const idOf = (index: number) => `${listId}-${index}`;
  const hasArrow = hasToggle && !disabled && !readOnly;
  const hasPopup = box.isOpen && (options.length > 0 || instead !== undefined);
  const found = options.length > 0 ? t('list.count', { count: options.length }) : (instead ?? '');
  return (
    <div className="field__box list-input">
      <input
        ref={input}
        {...box.inputProps}
        className={classNames('field__input', hasArrow && 'list-input__input', figures && 'field__input--figures')}
        id={id}
        name={name}
        role="combobox"
        autoComplete={autoComplete ?? 'off'}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={inputMode}
        disabled={disabled}
        readOnly={readOnly}
        value={text}
        {...entry}
        onPaste={onPaste}
        onChange={(event) => {
          if (entry) entry.onChange(event);
          else onText?.(event.target.value);
          box.onTyped();
        }}
        aria-autocomplete={isSearch ? 'list' : 'none'}
        aria-expanded={hasPopup}
        aria-controls={hasPopup ? listId : undefined}
        aria-activedescendant={hasPopup && box.active >= 0 ? idOf(box.active) : undefined}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
      />
      {hasArrow ? (
        <button
          type="button"
          className="list-input__toggle"
          tabIndex={-1}
          aria-label={t('list.open', { field: label })}
          aria-expanded={hasPopup}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={box.onToggle}
        >
          {isLoading ? <Wheel /> : <AppIcon name="down" size="s" />}
        </button>
      ) : null}
      {hasPopup ? (
        <div
          className={classNames('list-input__popup', box.isUp && 'list-input__popup--up')}
          onPointerDown={(event) => event.preventDefault()}
        >
          {options.length === 0 ? (
            <p className="list-input__instead">{instead}</p>
          ) : (
            <div className="list-input__list" id={listId} role="listbox" aria-label={label} ref={list}>
              {options.map((option, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and hears the keys.
                <div
                  key={option.value}
                  id={idOf(index)}
                  className={classNames('list-input__option', index === box.active && 'list-input__option--active')}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === current}
                  onClick={() => box.choose(option)}
                >
                  <span className="list-input__label">{option.label}</span>
                  {option.hint ? <span className="list-input__hint">{option.hint}</span> : null}
                  {option.value === current ? <Icon name="check" size="s" /> : null}
                </div>
              ))}
            </div>
          )}
        </div>
      ) : null}
      <span className="visually-hidden" role="status">
        {box.isOpen && isSearch ? found : ''}
      </span>
    </div>
  );
}
