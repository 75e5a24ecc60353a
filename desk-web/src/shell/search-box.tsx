import { useLocation, useNavigate } from '@wattle/web/router/public.ts';
import { SearchField } from '@wattle/web/ui/fields/search-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type SubmitEvent, useRef, useState } from 'react';
import { hasPage } from '../known-pages.ts';
import { useKeys } from '../ui/use-keys.ts';

/**
 * Page that finds people and payments. The typed text is passed outside of the address, so that the address names no
 * one.
 */
export const SEARCH_PATH = '/search';

/** State of the address of the search page. */
export type Searched = { readonly words: string };

/** Search of every page, reached by `/` from anywhere. */
export function SearchBox() {
  const t = useTexts('desk');
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(() => (pathname === SEARCH_PATH ? ((state as Searched | null)?.words ?? '') : ''));
  useKeys({
    '/'() {
      input.current?.focus();
      input.current?.select();
    },
  });
  if (!hasPage(SEARCH_PATH)) return null;
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (words === '') return;
    void navigate(SEARCH_PATH, { state: { words } satisfies Searched, replace: pathname === SEARCH_PATH });
  };
  return (
    <search className="find">
      <form onSubmit={search}>
        <SearchField
          inputRef={input}
          label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={words}
          onText={setWords}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  );
}
