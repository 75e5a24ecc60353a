import { useEffect } from 'react';
import { useOptionalBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { createStore, useStore } from '../store.ts';

/** Title of the page, and whether its form has problems. */
const titles = createStore('');
const hasError = createStore(false);

/** The title of the route, or of a screen that knows a better one. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    titles.set(text);
  }, [text]);
}

/** Puts `Error: ` before the title while a form has problems. */
export function useErrorTitle(isWrong: boolean): void {
  useEffect(() => {
    hasError.set(isWrong);
    return () => hasError.set(false);
  }, [isWrong]);
}

/** Writes the title; used once, at the root. */
export function useDocumentTitle(): void {
  const t = useTexts('common');
  const brand = useOptionalBrand()?.BrandName;
  const page = useStore(titles);
  const isWrong = useStore(hasError);
  useEffect(() => {
    const named = [page, brand].filter(Boolean).join(' - ');
    document.title = isWrong ? t('errorTitle', { title: named }) : named;
  }, [t, page, brand, isWrong]);
}
