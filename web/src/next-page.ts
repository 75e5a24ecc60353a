import { paths } from './paths.ts';

/** Pages that an address may ask sign-in to lead to, by a word: an address itself is never followed. */
const PAGES: Readonly<Record<string, () => string>> = {
  setLoginPin: paths.setLoginPin,
  signInMethods: paths.signInMethods,
};

/** The page of a word, else the card home. */
export function pageOf(name: unknown): string {
  return (typeof name === 'string' && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined)?.() ?? paths.cardHome();
}

/** Where sign-in leads, by the query of its address. */
export function nextPage(search: string): string {
  return pageOf(new URLSearchParams(search).get('next'));
}
