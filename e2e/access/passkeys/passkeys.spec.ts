import type { Page } from '@playwright/test';
import { type Authenticator, openAuthenticator, touch } from '../../support/authenticator.ts';
import { runningServer } from '../../support/global-setup.ts';
import { givenWebPerson } from '../../support/own-people.ts';
import type { WebPerson } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';
import { pressSignOut } from '../../support/navigation.ts';

/** Browsers create passkeys only for a named host, not for an IP address. */
const at = (path: string) => `${runningServer().url.replace('127.0.0.1', 'localhost')}${path}`;

/** Texts of the screens. Fields are found by their type, in both languages. */
const ENGLISH = {
  passkeys: 'Passkeys',
  signOut: 'Sign out',
  more: 'More',
  add: 'Add a passkey',
  goOn: 'Continue',
  added: 'You can now sign in with',
  remove: /^Remove /,
  removeSubmit: 'Remove passkey',
  removed: ' removed',
} as const;
type Words = { readonly [Name in keyof typeof ENGLISH]: (typeof ENGLISH)[Name] extends string ? string : RegExp };
const CHINESE: Words = {
  passkeys: '通行密钥',
  signOut: '退出登录',
  more: '更多',
  add: '添加通行密钥',
  goOn: '继续',
  added: '现在可以用',
  remove: /^移除/,
  removeSubmit: '移除通行密钥',
  removed: '已移除',
};

const passkeys = (page: Page, words: Words = ENGLISH) => page.getByRole('region', { name: words.passkeys });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signInWithPassword(page: Page, person: WebPerson): Promise<void> {
  await page.goto(at('/tui/login'));
  await page.locator('input[autocomplete~=username]').fill(person.username);
  await page.locator('input[autocomplete~=current-password]').fill(person.password);
  await page.locator('main form button[type=submit]').click();
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
}

async function signOut(page: Page, words: Words = ENGLISH): Promise<void> {
  await pressSignOut(page, words.signOut, words.more);
  await expect(page).toHaveURL(/\/tui\/login$/);
}

async function openMethods(page: Page): Promise<void> {
  await page.goto(at('/tui/signInMethods'));
  await settled(page);
}

async function addPasskey(page: Page, authenticator: Authenticator, words: Words = ENGLISH): Promise<void> {
  await openMethods(page);
  await press(page, words.add);
  await touch(authenticator, true);
  await press(page, words.goOn);
  await expect(passkeys(page, words).getByRole('status')).toContainText(words.added);
  await touch(authenticator, false);
}

/** This browser does not offer passkeys among the usernames, so only the button requests one. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

async function removePasskey(page: Page, words: Words = ENGLISH): Promise<void> {
  await passkeys(page, words).getByRole('button', { name: words.remove }).click();
  await press(page, words.removeSubmit);
  await expect(passkeys(page, words)).toContainText(words.removed);
}

const rows = (page: Page) => passkeys(page).getByRole('listitem');

type Signal = { readonly signal: string; readonly [key: string]: unknown };

/** Records signals to the browser's passkey store, which keeps removed ones, like browsers without signals. */
async function noteSignals(page: Page): Promise<readonly Signal[]> {
  const signals: Signal[] = [];
  await page.exposeFunction('noteSignal', (noted: Signal) => void signals.push(noted));
  await page.addInitScript(() => {
    const { noteSignal } = window as unknown as { noteSignal: (signal: object) => Promise<void> };
    for (const name of ['signalUnknownCredential', 'signalAllAcceptedCredentials', 'signalCurrentUserDetails'])
      Object.assign(PublicKeyCredential, { [name]: (of: object) => noteSignal({ ...of, signal: name }) });
  });
  return signals;
}

test('[30-a] adds a passkey, renames it and signs in with it, and after its removal it is refused and signalled', {
  tag: '@gate',
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Hana', 'Rewi'], { brand: 'tui' });
  await withoutAutofill(page);
  const signals = await noteSignals(page);
  const accepted = () => signals.findLast(({ signal }) => signal === 'signalAllAcceptedCredentials');
  const authenticator = await openAuthenticator(page);
  await signInWithPassword(page, person);
  await openMethods(page);
  await expect(passkeys(page)).toContainText('You don’t have any passkeys yet.');
  await addPasskey(page, authenticator);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Added: Today');
  await expect(rows(page)).toContainText('Not used yet');
  await passkeys(page)
    .getByRole('button', { name: /^Rename / })
    .click();
  await page.getByLabel('Name', { exact: true }).fill('Hana’s phone');
  await press(page, 'Save name');
  await expect(rows(page).getByRole('heading', { name: 'Hana’s phone' })).toBeVisible();
  await signOut(page);
  // The device is known: the root of the portal opens its passkey.
  await page.goto(at('/tui'));
  await expect(page).toHaveURL(/\/tui\/login$/);

  await touch(authenticator, true);
  await press(page, 'Sign in with a passkey');
  await expect(page).toHaveURL(/\/tui\/cardHome$/);
  await openMethods(page);
  await expect(rows(page)).toContainText('Last used: Today');
  await expect.poll(() => accepted()?.['allAcceptedCredentialIds']).toHaveLength(1);
  await removePasskey(page);
  await expect(rows(page)).toHaveCount(0);
  const rpId = new URL(page.url()).hostname;
  await expect.poll(() => accepted()).toMatchObject({ rpId, allAcceptedCredentialIds: [] });
  expect(accepted()?.['userId']).toMatch(/^[\w-]{43}$/);
  await expect(passkeys(page).getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await signOut(page);

  await press(page, 'Sign in with a passkey');
  const problem = page.getByRole('alert').getByRole('link');
  await expect(problem).toHaveText(['That passkey doesn’t work here. Use your password instead.']);
  // A passkey of another brand on this host is unknown here too, so no single passkey is signalled as unknown.
  expect(signals.filter(({ signal }) => signal === 'signalUnknownCredential')).toEqual([]);
  await problem.click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused();
});

test('stops waiting for a device that does not answer, and explains how to continue', async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Wiremu', 'Katene'], { brand: 'tui' });
  await withoutAutofill(page);
  const { cdp, authenticatorId } = await openAuthenticator(page);
  await signInWithPassword(page, person);
  await openMethods(page);
  await press(page, 'Add a passkey');
  const started = page.waitForResponse(/\/StartPasskey$/i);
  await press(page, 'Continue');
  await started;
  await press(page, 'Cancel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();

  await press(page, 'Add a passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await touch({ cdp, authenticatorId }, true);
  await press(page, 'Continue');
  await expect(page.getByRole('dialog')).toContainText('No passkey was added. Try again.');
  await press(page, 'Cancel');
  await expect(passkeys(page)).toContainText('You don’t have any passkeys yet.');
});

test.describe('in zh-CN', () => {
  test.use({ locale: 'zh-CN' });

  test('signs in with a passkey chosen among the usernames, at its own brand only', { tag: '@gate' }, async ({
    page,
    server,
  }) => {
    const person = await givenWebPerson(server, ['Mei', 'Ngata'], { brand: 'tui' });
    const authenticator = await openAuthenticator(page);
    await signInWithPassword(page, person);
    await addPasskey(page, authenticator, CHINESE);
    await signOut(page, CHINESE);
    await touch(authenticator, true);
    await page.goto(at('/stumps/login'));
    await expect(page.getByRole('alert')).toContainText('此通行密钥无法在这里登录');
    await page.goto(at('/tui/login'));
    await expect(page).toHaveURL(/\/tui\/cardHome$/);
    await openMethods(page);
    await removePasskey(page, CHINESE);
  });
});
