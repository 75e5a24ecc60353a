import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../test-support/accessible.ts';
import { givenBrand } from '../../test-support/brand-view.ts';
import { expectText, press } from '../../test-support/by-hand.ts';
import { TOKEN } from '../../test-support/open-screen.tsx';
import { setBrand } from '../brand/brand.ts';
import { loadTexts, startTexts, switchLanguage } from '../i18n/i18n.ts';
import { OutcomePage, type OutcomeState } from '../layout/outcome-page.tsx';
import { currentSession, endSession, startSession } from '../session/session.ts';

const OFFER = page.getByRole('region', { name: 'Harbour Mutual on your home screen' });
let root: Root;
let box: HTMLElement;
let prompted: number;

beforeEach(async () => {
  const brand = givenBrand('wattle');
  setBrand(brand);
  await startTexts();
  await switchLanguage('enAU', { remember: false });
  await loadTexts(['ui']);
  startSession('account', brand.BrandIdentifier, TOKEN);
  prompted = 0;
  box = document.body.appendChild(document.createElement('main'));
});
afterEach(() => {
  root.unmount();
  box.remove();
  endSession('cleared', currentSession()?.id);
  delete window.installOffer;
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** As a browser offers it, and the inline script of the page keeps it. */
function givenBrowserOffer(): void {
  window.installOffer = Object.assign(new Event('beforeinstallprompt'), {
    prompt: async () => {
      prompted += 1;
    },
    userChoice: Promise.resolve({ outcome: 'dismissed' }),
  });
}

function show(state: OutcomeState): void {
  root?.unmount();
  root = createRoot(box);
  root.render(<OutcomePage state={state} title="$20.00 to Jordan" />);
}

/** An offer that comes comes within it. */
const passed = () => new Promise((done) => setTimeout(done, 500));

test('the app is offered once something has succeeded, by the question of the browser', async () => {
  givenBrowserOffer();
  show('done');
  await expect.element(OFFER).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Add to this device');
  await expect.element(OFFER).not.toBeInTheDocument();
  expect(prompted).toBe(1);
});

test('who says no is not asked again, and neither is who says nothing', async () => {
  givenBrowserOffer();
  show('sent');
  await press('No thanks');
  await expect.element(OFFER).not.toBeInTheDocument();
  show('sent');
  await passed();
  expect(OFFER.elements()).toEqual([]);
  expect(prompted).toBe(0);
});

test('iOS, which has no prompt, is shown the steps', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  show('done');
  await expectText(OFFER, /Press Share in your browser, then “Add to Home Screen”\./);
  await press('Got it');
  await expect.element(OFFER).not.toBeInTheDocument();
});

test.each(['notSent', 'unsure', 'waiting', 'stopped', 'held'] as const)(
  'nothing is offered beside what is %s',
  async (state) => {
    givenBrowserOffer();
    show(state);
    await passed();
    expect(OFFER.elements()).toEqual([]);
  },
);

test('nothing is offered to a guest, and where the browser would forget the answer', async () => {
  givenBrowserOffer();
  endSession('cleared', currentSession()?.id);
  show('done');
  await passed();
  expect(OFFER.elements()).toEqual([]);
  startSession('account', 'wattle', TOKEN);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  show('done');
  await passed();
  expect(OFFER.elements()).toEqual([]);
});
