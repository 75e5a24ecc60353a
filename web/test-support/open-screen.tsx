import '../src/ui/tokens.css';
import '../src/ui/base.css';
import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import type { BrandView } from '@wattle/contract/brands/brand.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { Fragment, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from '../src/app/app.tsx';
import type { Router } from '../src/router/public.ts';
import { afterEach, expect } from 'vitest';
import { currentBrand, setBrand } from '../src/brand/brand.ts';
import { startTexts, switchLanguage } from '../src/i18n/i18n.ts';
import { openRouter } from '../src/app/open-router.ts';
import { currentSession, endSession, startSession } from '../src/session/session.ts';
import { toasts } from '../src/ui/toasts.ts';
import { textsWithoutElement } from './translator.ts';
import { takeRepeatedIds } from './unique-ids.ts';
import { type BrandName, givenBrand } from './brand-view.ts';

type Options = {
  readonly brand?: BrandName;
  /** Put over the brand's own. */
  readonly settings?: Partial<BrandView>;
  readonly language?: Language;
  /** Session of the signed-in user; omitted, no one is signed in. */
  readonly as?: 'account' | 'card';
  /** State of the history entry, as the previous page would set it. */
  readonly state?: unknown;
  /** True: as the product draws it. React's checks in development draw each page twice, and so make its calls twice. */
  readonly isDrawnOnce?: boolean;
};

/** Response to a sign-in. */
export const TOKEN: TokenResponse = {
  access_token: 'a',
  token_type: 'bearer',
  expires_in: 300,
  refresh_token: 'r',
  IsSessionExpiryWarningEnabled: true,
  SessionExpiryWarningMilliseconds: 120_000,
  SessionExpiryTotalMilliseconds: 900_000,
};

let root: Root | undefined;
let router: Router | undefined;

/** Renders the app at an address as after a reload. The server is `givenServer`. */
export async function openScreen(path: string, options: Options = {}): Promise<void> {
  const { brand: name = 'wattle', settings, language = 'enAU', as, state = null, isDrawnOnce = false } = options;
  close();
  const brand = givenBrand(name, settings);
  window.history.replaceState(state === null ? null : { usr: state, key: 'given', idx: 0 }, '', path);
  setBrand(brand);
  await startTexts();
  await switchLanguage(language, { remember: false });
  if (as) startSession(as, brand.BrandIdentifier, TOKEN);
  render(brand, isDrawnOnce ? Fragment : StrictMode);
}

type Kept<State> = {
  readonly view: { readonly set: (view: { readonly state: State; readonly isReady: boolean }) => void };
  readonly kept: () => State;
};

/**
 * Reloads the open page: its address, the session and what the tab has stored stay. What was in memory is gone, also
 * the state of a journey.
 */
export function reloadScreen<State>(journey?: Kept<State>): void {
  const brand = currentBrand();
  if (!brand) throw new Error('no page is open');
  takeAway();
  journey?.view.set({ state: journey.kept(), isReady: true });
  render(brand, StrictMode);
}

function render(brand: BrandView, Checks: typeof Fragment | typeof StrictMode): void {
  router = openRouter(brand.Features);
  const place = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }));
  root = createRoot(place);
  root.render(
    <Checks>
      <App router={router} />
    </Checks>,
  );
}

function takeAway(): void {
  root?.unmount();
  root = undefined;
  router?.close();
  document.querySelector('#root')?.remove();
  // It would lie over the next page.
  toasts.set(null);
}

function close(): void {
  takeAway();
  endSession('cleared', currentSession()?.id);
  localStorage.clear();
  sessionStorage.clear();
}

afterEach(() => {
  const found = textsWithoutElement(document.querySelector('#root'));
  const repeated = takeRepeatedIds();
  close();
  expect(found, 'texts that are not in an element of their own').toEqual([]);
  expect(repeated, 'ids that are not unique on the page').toEqual([]);
});
