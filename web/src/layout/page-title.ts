import { useEffect } from 'react';
import { useOptionalBrand } from '../brand/brand.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { createStore, useStore } from '../observable.ts';

/** Title of the route, that of the screen while it says a truer one, and whether its form has problems. */
const ofRoute = createStore('');
const ofScreen = createStore<string | null>(null);
const hasError = createStore(false);

/** Used once, at the root. */
export function useRouteTitle(text: string): void {
  useEffect(() => {
    ofRoute.set(text);
  }, [text]);
}

/** The title while this is shown, in place of the route's: pages of a journey and outcomes say their own heading. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    ofScreen.set(text);
    return () => ofScreen.set(null);
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
  const route = useStore(ofRoute);
  const page = useStore(ofScreen) ?? route;
  const isWrong = useStore(hasError);
  useEffect(() => {
    const named = [page, brand].filter(Boolean).join(' - ');
    document.title = isWrong ? t('errorTitle', { title: named }) : named;
  }, [t, page, brand, isWrong]);
}
