import { getStatementList } from '@wattle/contract/statements/statements.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../test-support/accessible.ts';
import { expectAt, press, title } from '../../test-support/by-hand.ts';
import { givenAccount } from '../../test-support/given-account.ts';
import { refuse } from '../../test-support/given-server.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../test-support/words.ts';
import { statementRoutes } from '../features/statements/routes.ts';
import { paths } from '../paths.ts';

const [route] = statementRoutes;
if (!route) throw new Error('no route');
const load = route.load;

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
});
afterEach(() => {
  Object.assign(route, { load });
});

test.each(LANGUAGES)('a page whose files do not come says so in its frame and tries again, in %s', async (language) => {
  const words = (key: string) => wordsIn(language, `common:${key}`);
  givenAccount();
  const failing = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  Object.assign(route, { load: failing });
  await openScreen(paths.cardHome(), { as: 'account', language });
  await page
    .getByRole('link', { name: words('navigation.transactions') })
    .first()
    .click();
  await expectAt(paths.transactions());
  window.history.pushState(null, '', paths.statements());
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(title).toHaveTextContent(words('notLoaded.title'));
  await expectAt(paths.statements());
  // The places of the frame are still there.
  await expect.element(page.getByRole('navigation').first()).toBeVisible();
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
  await expectAccessible();
  Object.assign(route, { load });
  refuse(getStatementList, 'invalid_card_details');
  await press(words('notLoaded.action'));
  await expect.element(title).not.toHaveTextContent(words('notLoaded.title'));
  await expectAt(paths.statements());
});

test('a first page whose files do not come has its frame, too', async () => {
  givenAccount();
  Object.assign(route, { load: () => Promise.reject(new TypeError('Failed to fetch')) });
  await openScreen(paths.statements(), { as: 'account' });
  await expect.element(title).toHaveTextContent('This page hasn’t loaded');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expectAt(paths.cardHome());
  await expect.element(title).not.toHaveTextContent('This page hasn’t loaded');
});
