import { getDefaultUser } from '@wattle/contract/access/passcodes.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAt, expectText, title } from '../../../../test-support/by-hand.ts';
import { givenAccount, givenRows, givenTransactions } from '../../../../test-support/given-account.ts';
import { answer } from '../../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';

type Form = {
  readonly path: string;
  readonly brand?: 'stumps' | 'tui';
  readonly open?: () => Promise<void>;
};

/** Forms of every kind of page: a sign-in, a page for one thing, a step of a journey, a page of a signed-in person. */
const FORMS: readonly Form[] = [
  { path: '/' },
  { path: '/cardLogin' },
  { path: '/login' },
  { path: '/requestAccessCode' },
  { path: '/requestActivationCode' },
  { path: '/cardAccess', brand: 'stumps' },
  {
    path: '/cardAccessPin',
    brand: 'stumps',
    async open() {
      answer(token, TOKEN);
      await openScreen('/cardAccess', { brand: 'stumps' });
      await page.getByLabelText('Card number').fill('9036000000000991');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect.element(page.getByLabelText('PIN', { exact: true })).toBeVisible();
    },
  },
  {
    path: '/passcodeLogin',
    brand: 'tui',
    async open() {
      answer(getDefaultUser, { data: { passcodeIsSet: true, FirstName: 'Aroha' } });
      await openScreen('/passcodeLogin', { brand: 'tui' });
    },
  },
  {
    path: '/setLoginPin',
    async open() {
      givenSignedIn();
      await openScreen('/setLoginPin', { as: 'account' });
    },
  },
  {
    path: '/transactions',
    async open() {
      givenAccount();
      givenTransactions({ posted: givenRows(3) });
      await openScreen('/transactions', { as: 'account' });
    },
  },
];

// The days of a search are behind a press.
const fields = () => [
  ...document.querySelectorAll<HTMLInputElement>(
    'main :is(input, textarea):not([type=checkbox], [type=radio], [type=hidden], [type=date])',
  ),
];
const values = () => fields().map(({ value }) => value);

async function switchTo(name: string, tag: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  await expect.poll(() => document.documentElement.lang).toBe(tag);
}

for (const { path, brand = 'wattle', open = () => openScreen(path, { brand }) } of FORMS) {
  test(`keeps the page and typed values at ${path} when the language is switched and back`, async () => {
    await open();
    await expectAt(path);
    await expect.poll(fields).not.toHaveLength(0);
    const typed = fields().map((_, index) => `${index + 1}29`);
    for (const [index, field] of fields().entries()) await page.elementLocator(field).fill(typed[index] ?? '');
    expect(values()).toEqual(typed);
    const english = title.element().textContent;
    await switchTo('简体中文', 'zh-CN');
    await expectText(title, /\p{Script=Han}/u);
    expect(values()).toEqual(typed);
    await switchTo('English', 'en-AU');
    await expectText(title, english);
    expect(values()).toEqual(typed);
    expect(window.location.pathname).toBe(path);
  });
}
