import { PREFIX } from './brand/brand.ts';
import { paths } from './paths.ts';
import { forget, readStored, store } from './browser/storage.ts';

/** Pages that an address may ask sign-in to lead to, by a word: an address itself is never followed. */
const PAGES: Readonly<Record<string, () => string>> = {
  setLoginPin: paths.setLoginPin,
  signInMethods: paths.signInMethods,
};

const WANTED_KEY = 'wattle.wanted';
/** A later return starts at the card home. */
const WANTED_FOR_MS = 30 * 60_000;

type Wanted = { readonly prefix: string; readonly path: string; readonly atMs: number };

/** The page of a word, else the card home. */
export function pageOf(name: unknown): string {
  return (typeof name === 'string' && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined)?.() ?? paths.cardHome();
}

/** Keeps the signed-in page that someone could not see, so that the sign-in in this tab leads to it. */
export function wantPage(path: string): void {
  store('sessionStorage', WANTED_KEY, { prefix: PREFIX, path, atMs: Date.now() } satisfies Wanted);
}

export function forgetWantedPage(): void {
  forget('sessionStorage', WANTED_KEY);
}

function takeWantedPage(): string | null {
  const wanted = readStored('sessionStorage', WANTED_KEY) as Wanted | null;
  forgetWantedPage();
  return wanted?.prefix === PREFIX && Date.now() - wanted.atMs < WANTED_FOR_MS ? wanted.path : null;
}

/** Where sign-in leads: to the page that the query of its address names, else to the one that was asked for. */
export function nextPage(search: string): string {
  // A login that has taken a card goes on with its PIN.
  if (new URLSearchParams(search).get('for') === 'activation') return paths.setPin();
  const name = new URLSearchParams(search).get('next');
  const wanted = takeWantedPage();
  return name === null && wanted !== null ? wanted : pageOf(name);
}
