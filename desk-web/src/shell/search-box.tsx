import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { AppIcon } from '@wattle/web/ui/app-icon.tsx';
import { SearchField } from '@wattle/web/ui/fields/search-field.tsx';
import { closeModal, openModal } from '@wattle/web/browser/modal.ts';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadDeskTexts } from '../load-texts.ts';
import type { TypedSearch } from '../search/typed-search.ts';
import { useKeys } from '../ui/use-keys.ts';

const NOTHING: TypedSearch = { text: '', isEager: false };

async function loadPalette() {
  const [{ Palette }] = await Promise.all([import('../search/palette.tsx'), loadDeskTexts(['deskSearch'])]);
  return { default: Palette };
}
const Palette = lazy(loadPalette);

/** Search of every page, opened by `/` from anywhere. */
export function SearchBox() {
  const t = useTexts('desk');
  const [typed, setTyped] = useState<TypedSearch>();
  const open = () => setTyped(NOTHING);
  useKeys({ '/': open });
  // Loaded once the page is there, so that it opens without a wait. A failure is met again when it is opened.
  useEffect(() => void loadPalette().catch(() => undefined), []);
  return (
    <search className="find">
      <button type="button" className="find__open" aria-keyshortcuts="/" onClick={open}>
        <AppIcon name="search" size="s" />
        <span className="find__words">{t('search.placeholder')}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {typed ? (
        <Suspense fallback={<Opening typed={typed} onTyped={setTyped} />}>
          <Palette typed={typed} onTyped={setTyped} onClose={() => setTyped(undefined)} />
        </Suspense>
      ) : null}
    </search>
  );
}

type OpeningProps = { readonly typed: TypedSearch; readonly onTyped: (typed: TypedSearch) => void };

/** Takes what is typed until the search is loaded. */
function Opening({ typed, onTyped }: OpeningProps) {
  const t = useTexts('desk');
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    openModal(element);
    return () => closeModal(element);
  }, []);
  return (
    <dialog ref={dialog} aria-label={t('search.placeholder')} onCancel={(event) => event.preventDefault()}>
      <SearchField
        label={t('search.placeholder')}
        placeholder={t('search.placeholder')}
        value={typed.text}
        onText={(text) => onTyped({ text, isEager: false })}
        takesKey={false}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onTyped({ ...typed, isEager: true });
        }}
      />
    </dialog>
  );
}
