import { useEffect, useSyncExternalStore } from 'react';
import { useOptionalBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** What the tab says: the page, and before it that something is wrong with its form. */
let title = '';
let hasError = false;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The title of the route, or of a screen that knows a better one. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    title = text;
    changed();
  }, [text]);
}

/** Puts `Error: ` before the title while a form has problems. */
export function useErrorTitle(isWrong: boolean): void {
  useEffect(() => {
    hasError = isWrong;
    changed();
    return () => {
      hasError = false;
      changed();
    };
  }, [isWrong]);
}

/** Writes the title; used once, at the root. */
export function useDocumentTitle(): void {
  const t = useTexts('common');
  const brand = useOptionalBrand()?.BrandName;
  const page = useSyncExternalStore(subscribe, () => title);
  const isWrong = useSyncExternalStore(subscribe, () => hasError);
  useEffect(() => {
    const named = [page, brand].filter(Boolean).join(' - ');
    document.title = isWrong ? t('errorTitle', { title: named }) : named;
  }, [t, page, brand, isWrong]);
}
