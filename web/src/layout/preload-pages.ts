import { PREFIX } from '../brand/brand.ts';
import { savesData } from '../browser/save-data.ts';
import { fetchTexts } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { addressOf, findRoute } from '../router/public.ts';

/** Time for a page to become quiet before files of another one are fetched. */
const QUIET_MS = 5_000;

/** Fetches the files of a page before it is opened. A file that cannot be fetched is requested again when it is. */
async function preload(pathname: string): Promise<void> {
  const { FEATURE_ROUTES } = await import('../routes.ts');
  const route = findRoute(FEATURE_ROUTES, pathname)?.route;
  await Promise.all([route?.load(), route && fetchTexts(route.texts)]);
}

/** Path of the page that a press or the focus in a link leads to. */
function pathOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target !== '' || link.origin !== window.location.origin) return null;
  return addressOf(PREFIX, new URL(link.href))?.pathname ?? null;
}

/**
 * Fetches pages before they are opened: that of a link as soon as it is touched or has the focus, and once the page is
 * quiet the one that most open next. Nothing is fetched for who saves data, and nothing offline: a browser may answer for
 * a file that failed from its memory, also once it is back online.
 *
 * @param here path of the page that is shown
 * @returns a function that ends it
 */
export function preloadPages(here: string): () => void {
  if (savesData()) return () => {};
  const asked = new Set([here.toLowerCase()]);
  const ask = (pathname: string | null) => {
    if (pathname === null || !navigator.onLine || asked.has(pathname.toLowerCase())) return;
    asked.add(pathname.toLowerCase());
    preload(pathname).catch(() => asked.delete(pathname.toLowerCase()));
  };
  const onLink = ({ target }: Event) => ask(pathOf(target));
  const likely = here === paths.cardHome() ? paths.transactions() : paths.cardHome();
  const timer = window.setTimeout(() => ask(likely), QUIET_MS);
  document.addEventListener('pointerdown', onLink);
  document.addEventListener('focusin', onLink);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('pointerdown', onLink);
    document.removeEventListener('focusin', onLink);
  };
}
