import { expect, test } from '../support/test.ts';
import { runningServer } from '../support/global-setup.ts';
import { amelia } from '../support/people.ts';
import { isFirefoxThere, openFirefox } from './firefox.ts';
import type { OtherBrowser } from './other-browser.ts';
import { isWebKitThere, openWebKit } from './webkit.ts';

const BROWSERS = [
  { name: 'WebKit', packages: 'webkit2gtk-driver and xvfb', isThere: isWebKitThere, open: openWebKit },
  { name: 'Firefox', packages: 'firefox-esr', isThere: isFirefoxThere, open: openFirefox },
];

const quoted = (text: string) => JSON.stringify(text);
const labelled = (label: string) =>
  `(document.querySelector('input[aria-label=${quoted(label)}]') ?? document.getElementById([...document.querySelectorAll('label')].find((one) => one.textContent.trim() === ${quoted(label)})?.htmlFor ?? ''))`;
const buttonOf = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.checkVisibility() && one.textContent.trim() === ${quoted(name)})`;

function driving(browser: OtherBrowser) {
  const at = (path: string) => `${runningServer().url}${path}`;
  const until = (expression: string) =>
    expect.poll(() => browser.evaluate(`Boolean(${expression})`).catch(() => false), { timeout: 15_000 }).toBe(true);
  return {
    goto: (path: string) => browser.goto(at(path)),
    sees: (text: string) => until(`document.querySelector('main')?.innerText.includes(${quoted(text)})`),
    isAt: (path: string) => until(`location.pathname === ${quoted(path)}`),
    async fill(label: string, value: string) {
      await until(labelled(label));
      // As React hears it: by the setter of the element, not by that of the framework.
      await browser.evaluate(
        `(() => { const input = ${labelled(label)}; Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${quoted(value)}); input.dispatchEvent(new Event('input', { bubbles: true })); return true; })()`,
      );
    },
    async press(name: string) {
      await until(buttonOf(name));
      await browser.evaluate(`(() => { ${buttonOf(name)}.click(); return true; })()`);
    },
    /** The page is whole: a heading, no skeleton, and not the page of a fault. */
    async isWhole(heading: string) {
      await until(
        `document.querySelector('h1')?.textContent.includes(${quoted(heading)}) && !document.querySelector('[class*="skeleton"]')`,
      );
      expect(await browser.evaluate('document.body.innerText')).not.toContain('Something on this page stopped working');
    },
  };
}

for (const { name, packages, isThere, open } of BROWSERS) {
  test(`${name} shows every feature`, { tag: '@desktop' }, async () => {
    test.skip(!isThere, `${name} is not there: install ${packages} of Debian`);
    test.setTimeout(90_000);
    const browser = await open();
    try {
      const page = driving(browser);
      await page.goto('/wattle/cardActivate');
      await page.fill('Card number', '9036999999999999');
      await page.fill('Activation code', '000000');
      await page.press('Continue');
      await page.sees('Invalid activation code');

      await page.goto('/wattle/login');
      await page.fill('Email address', amelia.username);
      await page.fill('Password', amelia.password);
      await page.press('Sign in');
      await page.isAt('/wattle/cardHome');
      await page.sees('Available to spend');

      await page.goto('/wattle/transactions');
      await page.isWhole('Transactions');
      await page.fill('Search by name, category or amount', 'groceries');
      await page.sees('Groceries');
      await page.goto('/wattle/fundsTransfer');
      await page.isWhole('Pay and transfer');
      await page.goto('/wattle/settings/general');
      await page.isWhole('Card settings');
      await page.goto('/wattle/statements');
      await page.isWhole('Statements');
      await page.goto('/wattle/myAccount');
      await page.isWhole('My account');
    } finally {
      await browser.close();
    }
  });
}
