import './field.css';
import './search-field.css';
import { type RefObject, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../app-icon.tsx';
import { Icon } from '../icon.tsx';

type SearchFieldProps = {
  /** Lets the owner focus it. */
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onText: (text: string) => void;
};

/** Search field for a list, with a button that clears it. It is placed in a `search` element. */
export function SearchField({ inputRef, label, placeholder, value, onText }: SearchFieldProps) {
  const t = useTexts('ui');
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  return (
    <div className="search-field">
      <AppIcon name="search" size="s" />
      <input
        className="field__input"
        ref={input}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
      {value === '' ? null : (
        <button
          type="button"
          className="search-field__clear"
          aria-label={t('clearSearch')}
          onClick={() => {
            onText('');
            input.current?.focus();
          }}
        >
          <Icon name="close" size="s" />
        </button>
      )}
    </div>
  );
}
