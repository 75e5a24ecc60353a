import { getRememberedUser, token } from '@wattle/contract/access/sign-in.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { alert, expectAt, expectText, expectTexts, problems, seeIn } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenDevice, givenSignedIn } from '../../../../test-support/signed-in.ts';

const password = page.getByLabelText('Password', { exact: true });
const rememberMe = page.getByRole('checkbox', { name: /^Remember me for \d+ days$/ });
const press = () => page.getByRole('button', { name: 'Sign in', exact: true }).click();

async function signInBy(label: string, username = 'somebody@example.com', secret = 'Wrong-Password-1'): Promise<void> {
  await page.getByLabelText(label, { exact: true }).fill(username);
  await password.fill(secret);
  await press();
}

test('asks for both fields', async () => {
  await openScreen('/login');
  await press();
  await expect.element(alert).toHaveFocus();
  await expectTexts(problems, ['Enter your email address', 'Enter your password']);
  await expectAccessible();
});

test.each([
  ['stumps', 'Your account number, 9 digits'],
  ['tui', 'Your email address or account number'],
  ['ledgerline', 'Your email address or mobile number'],
] as const)('explains the username of %s', async (brand, hint) => {
  await openScreen('/login', { brand });
  await expect.element(page.getByLabelText('Username')).toHaveAccessibleDescription(hint);
});

test.each([
  ['wattle', 'Email address', 'Invalid email address or password'],
  ['stumps', 'Username', 'Invalid username or password'],
] as const)('describes a wrong password by the login method of %s', async (brand, label, words) => {
  refuse(token, 'login_failed');
  await openScreen('/login', { brand });
  await signInBy(label);
  await expect.element(alert).toHaveFocus();
  await expectTexts(problems, [words]);
  await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue('somebody@example.com');
  await expect.element(page.getByLabelText(label, { exact: true })).toBeInvalid();
  await expect.element(password).not.toHaveValue('');
  await expect.element(password).toBeInvalid();
  await expect.poll(() => document.title).toMatch(/^Error: Sign in - /);
});

test('leads to an upgrade that was requested before anybody could sign in', async () => {
  answer(token, TOKEN);
  givenAccount();
  givenPerson();
  givenDevice();
  const requested = { reference: '263240000018', fee: 5, card: 'Wattle Start ·· 0017' };
  await openScreen('/login', { state: { ended: 'upgradeRequested', requested } });
  await signInBy('Email address');
  await expectAt('/upgradeRequested');
  await expect.element(page.getByText('Wattle Start ·· 0017')).toBeVisible();
});

test.each([
  ['an account that is locked', ['20043', '20040'], 'Account is locked out'],
  ['a code that nobody knows', ['77777'], 'Unexpected error occured'],
] as const)('explains %s', async (_, error, words) => {
  answer(token, () => Response.json({ error }, { status: 400 }));
  await openScreen('/login');
  await signInBy('Email address');
  await expectTexts(problems, [words]);
});

test('shows how long an account is locked', async () => {
  refuse(token, 'account_locked');
  await openScreen('/login');
  await signInBy('Email address');
  await expectTexts(problems, ['Account is locked out']);
  await expectText(alert, /Wait at least 30 minutes/);
});

describe('without a response', () => {
  test('keeps the form, shows the problem at the button, and says nothing of a state that is over [4-C10]', async () => {
    fail(token, 0);
    await openScreen('/login');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    window.dispatchEvent(new Event('offline'));
    await expect.element(page.getByText('You’re offline. What you see may be out of date.')).toBeVisible();
    await signInBy('Email address', 'amelia.chen@example.com', 'Golden-Wattle-2026');
    const unsent = 'You were offline. What you typed is still here. Check your connection, then try again';
    await expect.element(alert).toHaveFocus();
    await expectTexts(alert.getByRole('listitem'), [unsent]);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await expect.element(button).toHaveAccessibleDescription(unsent);
    await expect.element(page.getByLabelText('Email address', { exact: true })).toHaveValue('amelia.chen@example.com');
    await expect.element(page.getByLabelText('Email address', { exact: true })).not.toBeInvalid();
    await expect.element(password).toHaveValue('Golden-Wattle-2026');
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('You’re offline. What you see may be out of date.')).not.toBeInTheDocument();
    // What stays was true then and is true now.
    await expectTexts(alert.getByRole('listitem'), [unsent]);
    expect(document.body.textContent).not.toMatch(/You’re offline|once you’re connected/);
  });

  test('reports an unusable response', async () => {
    answer(token, () => new Response('not JSON', { status: 400 }));
    await openScreen('/login');
    await signInBy('Email address');
    await expectTexts(problems, ['Unexpected error occured']);
    await expect.element(password).not.toHaveValue('');
  });

  test('repeats the request with one press when the service is unavailable', async () => {
    fail(token, 503);
    givenSignedIn();
    await openScreen('/login');
    await signInBy('Email address', 'amelia.chen@example.com', 'Golden-Wattle-2026');
    await expectText(alert, /The service isn’t available right now/);
    fail(token, 503);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => sent(token).length).toBe(2);
    expect(sent(token)[1]?.body).toEqual(sent(token)[0]?.body);
  });
});

test('links to available pages only', async () => {
  await openScreen('/login');
  const main = page.getByRole('main');
  await expectTexts(main.getByRole('link'), [
    'Forgot your password?',
    /^Sign in with your card/,
    'Activate a new card',
    'Sign up for online access',
    'Buy a card in the store',
    '1300 555 010',
    'Contact us',
    'Questions and answers',
    'Product information',
    'Privacy',
  ]);
  await expectTexts(main.getByRole('navigation', { name: 'About and help' }).getByRole('link'), [
    'Contact us',
    'Questions and answers',
    'Product information',
    'Privacy',
  ]);
  await expect.element(main.getByRole('link', { name: '1300 555 010' })).toHaveAttribute('href', 'tel:1300555010');
  expect(main.getByRole('checkbox').elements()).toHaveLength(1);
  await expect.element(main.getByRole('checkbox', { name: 'Remember me for 30 days' })).not.toBeChecked();
});

test('keeps the form and its problems when the language is switched, and remembers the language', async () => {
  await openScreen('/login');
  await page.getByLabelText('Email address').fill('amelia.chen@example.com');
  await press();
  await expectTexts(problems, ['Enter your password']);
  await page.getByRole('button', { name: '简体中文' }).first().click();
  await expect.poll(() => document.documentElement.lang).toBe('zh-CN');
  await expect.poll(() => document.title).toBe('错误：登录 - Harbour Mutual');
  await expect.element(page.getByLabelText('电子邮箱')).toHaveValue('amelia.chen@example.com');
  await expectTexts(problems, ['输入密码']);
  expect(JSON.parse(localStorage.getItem('wattle.language') ?? '')).toBe('zhCN');
  await page.getByRole('button', { name: 'English' }).first().click();
  await expectText(page.getByRole('heading', { level: 1 }), 'Sign in');
});

describe('a remembered username', () => {
  beforeEach(() => answer(getRememberedUser, { UserName: 'a••••@e••••.com' }));

  test('[24-a] is shown beside its field, which stays empty for password managers, and needs only the password', async () => {
    refuse(token, 'login_failed');
    await openScreen('/login');
    const email = page.getByLabelText('Email address', { exact: true });
    await expect.element(page.getByText('Leave this empty to sign in as a••••@e••••.com')).toBeVisible();
    await expect.element(email).toHaveValue('');
    expect(email.element().getAttribute('autocomplete')).toMatch(/^username/);
    await expect.element(rememberMe).toBeChecked();
    await password.fill('Wrong-Password-1');
    await press();
    await expect.element(alert).toHaveFocus();
    expect(sent(token)[0]?.body).toMatchObject({ userName: 'a••••@e••••.com', rememberMe: 'true' });
    // A wrong password keeps the remembered name beside the field.
    await expect.element(email).toHaveValue('');
    await expect.element(page.getByText('Leave this empty to sign in as a••••@e••••.com')).toBeVisible();
    // A name that is typed, or filled in whole, overrides it.
    await email.fill('amelia@example.com');
    await password.fill('Wrong-Password-1');
    await press();
    await expect.poll(() => sent(token)[1]?.body).toMatchObject({ userName: 'amelia@example.com' });
  });

  test('is asked for again once the browser is no longer remembered', async () => {
    refuse(token, 'login_again');
    await openScreen('/login');
    await expect.element(rememberMe).toBeChecked();
    await password.fill('Golden-Wattle-2026');
    await press();
    await expectTexts(problems, ['Please login again']);
    await expect.element(page.getByLabelText('Email address', { exact: true })).toHaveValue('');
    await expect.element(rememberMe).not.toBeChecked();
  });

  test('is forgotten when the box is cleared', async () => {
    answer(token, TOKEN);
    givenAccount();
    await openScreen('/login');
    await expect.element(rememberMe).toBeChecked();
    await rememberMe.click();
    await password.fill('Golden-Wattle-2026');
    await press();
    await expect.poll(() => sent(token)[0]?.body).toMatchObject({ rememberMe: 'false' });
    // What follows a sign-in would otherwise begin in the next test.
    await expectAt('/cardHome');
  });

  test.each([
    ['tui', 'Remember me for 14 days'],
    ['ledgerline', 'Remember me for 7 days'],
  ] as const)('is offered at %s for the configured time', async (brand, name) => {
    answer(getRememberedUser, { UserName: null });
    await openScreen('/login', { brand });
    await expect.element(page.getByRole('checkbox', { name })).not.toBeChecked();
  });

  test('is neither offered nor requested where the brand has no setting', async () => {
    await openScreen('/login', { brand: 'stumps' });
    await expect.element(password).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    // Another page, which is left, may still ask for its own brand.
    expect(sent(getRememberedUser).filter(({ query }) => query.get('brand') === 'stumps')).toEqual([]);
  });

  test.each([
    ['enAU', 'Remember me for 30 days'],
    ['zhCN', '记住我 30 天'],
  ] as const)('has no accessibility finding in %s, light or dark', async (language, name) => {
    answer(getRememberedUser, { UserName: null });
    await openScreen('/login', { language });
    await page.getByRole('checkbox', { name }).click();
    for (const scheme of ['light', 'dark'] as const) {
      await seeIn({ scheme });
      await expectAccessible();
    }
    await seeIn({});
  });
});
