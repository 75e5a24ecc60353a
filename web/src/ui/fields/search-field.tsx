import './field.css';
import './search-field.css';
import { type KeyboardEventHandler, type ReactNode, type RefObject, useEffect, useRef } from 'react';
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
  /** Id of the hint that describes it. */
  readonly describedBy?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** Control at the end of an empty field. */
  readonly end?: ReactNode;
  /** False: the key `/` goes to another search. */
  readonly takesKey?: boolean;
  /** List of hits below it: the field keeps the focus, and names the active one by its id. */
  readonly list?: { readonly id: string; readonly isOpen: boolean; readonly active: string | undefined };
};

/** Key that goes to the search of a page, as on many sites. */
const KEY = '/';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Focuses the search of the page by its key, unless someone types or a dialog is open. */
function useSearchKey(input: RefObject<HTMLInputElement | null>, takesKey: boolean): void {
  useEffect(() => {
    if (!takesKey) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isOther = event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (isOther || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input, takesKey]);
}

/**
 * Search field for a list, with a button that clears it. It is placed in a `search` element. The key `/` goes to it.
 */
export function SearchField({ inputRef, label, placeholder, value, onText, ...others }: SearchFieldProps) {
  const { describedBy, onKeyDown, end, takesKey = true, list } = others;
  const t = useTexts('ui');
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  useSearchKey(input, takesKey);
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
        aria-keyshortcuts={takesKey ? KEY : undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-describedby={describedBy}
        {...(list && {
          role: 'combobox',
          'aria-expanded': list.isOpen,
          'aria-controls': list.id,
          'aria-autocomplete': 'list',
          'aria-activedescendant': list.active,
          autoCapitalize: 'none',
          spellCheck: false,
        })}
      />
      {value === '' ? (
        end
      ) : (
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
