import { expect, test } from '../support/test.ts';
import { runningServer } from '../support/global-setup.ts';
import { amelia, priya, type WebPerson } from '../support/people.ts';
import { isFirefoxThere, openFirefox } from './firefox.ts';
import type { Found, OtherBrowser } from './other-browser.ts';
import { isWebKitThere, openWebKit } from './webkit.ts';

const BROWSERS = [
  { name: 'WebKit', packages: 'webkit2gtk-driver and xvfb', isThere: isWebKitThere, open: openWebKit },
  { name: 'Firefox', packages: 'firefox-esr', isThere: isFirefoxThere, open: openFirefox },
];

const WITHIN = { timeout: 15_000 };

/** By its label, as somebody reads it beside the field or a screen reader says it. */
const fieldOf = (label: string) =>
  `//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for] | //label[normalize-space()="${label}"]//input`;
/** Not within a row that is closed, which WebKit's driver takes for shown. */
const buttonOf = (name: string) =>
  `(//button | //a)[normalize-space()="${name}" or @aria-label="${name}"][not(ancestor::details[not(@open)])]`;
const headingOf = (words: string) => `//h1[contains(normalize-space(), "${words}")]`;

/** Drives a browser as a person does: finds things by their words, clicks them and types. */
function driving(browser: OtherBrowser) {
  /** The first, or the last, that is shown. What is drawn anew between being found and being used is looked for again. */
  const use = (xpath: string, act: (element: Found) => Promise<void>, place = 0) =>
    expect(async () => {
      const element = (await browser.find(xpath)).at(place);
      expect(element, xpath).toBeDefined();
      if (element !== undefined) await act(element);
    }).toPass(WITHIN);
  const shown = async () => {
    const [main] = await browser.find('//main');
    return main === undefined ? '' : browser.textOf(main);
  };
  const page = {
    goto: (path: string) => browser.goto(`${runningServer().url}${path}`),
    sees: (text: string) => expect.poll(() => shown().catch(() => ''), WITHIN).toContain(text),
    isAt: (path: string) => expect.poll(async () => new URL(await browser.address()).pathname, WITHIN).toBe(path),
    fill: (label: string, value: string) => use(fieldOf(label), (field) => browser.type(field, value)),
    press: (name: string) => use(buttonOf(name), browser.click),
    /** The last row of a list that names this. */
    open: (text: string) => use(`//summary[contains(., "${text}")]`, browser.click, -1),
    async signIn(person: WebPerson) {
      await page.goto('/wattle/login');
      await page.fill('Email address', person.username);
      await page.fill('Password', person.password);
      await page.press('Sign in');
      await page.isAt('/wattle/cardHome');
    },
    /** The page is whole: a heading, no skeleton, and not the page of a fault. */
    isWhole: (heading: string) =>
      // A page that is still being drawn loses elements between being found and being looked at.
      expect(async () => {
        expect(await browser.find(headingOf(heading))).toHaveLength(1);
        expect(await browser.find('//*[contains(@class, "skeleton")]')).toEqual([]);
        expect(await shown()).not.toContain('Something on this page stopped working');
      }).toPass(WITHIN),
  };
  return page;
}

for (const { name, packages, isThere, open } of BROWSERS) {
  test(`${name} shows every feature`, { tag: '@desktop' }, async () => {
    test.skip(!isThere, `${name} is not there: install ${packages} of Debian`);
    test.setTimeout(180_000);
    const browser = await open();
    try {
      const page = driving(browser);
      await page.goto('/wattle/cardActivate');
      await page.fill('Card number', '9036999999999999');
      await page.fill('Activation code', '000000');
      await page.press('Continue');
      await page.sees('Invalid activation code');

      await page.goto('/wattle/signUp');
      await page.press('Continue');
      await page.sees('Enter your account number');

      await page.goto('/wattle/requestreset');
      await page.fill('Email address', 'nobody@example.com');
      await page.press('Send me a link');
      await page.sees('Look for our email');

      await page.goto('/wattle/contactUs');
      await page.isWhole('Contact us');
      await page.goto('/sandbox/inbox');
      await page.isWhole('Sandbox inbox');

      await page.signIn(amelia);
      await page.sees('Available to spend');

      await page.goto('/wattle/transactions');
      await page.isWhole('Transactions');
      await page.fill('Search by name, category or amount', 'groceries');
      // The rows stay once they are counted.
      await page.sees(' found.');
      await page.open('Groceries');
      await page.press('Something is wrong with this payment');
      await page.isWhole('What is wrong with this payment?');

      await page.goto('/wattle/fundsTransfer');
      await page.isWhole('Pay and transfer');
      await page.fill('Name', 'Jordan Blake');
      await page.fill('Account number', '200100025');
      await page.fill('Amount in dollars', '1.25');
      await page.fill('Description for the recipient', 'Tea');
      await page.press('Continue');
      await page.isAt('/wattle/confirmTransfer');
      await page.isWhole('Check this transfer');
      await page.goto('/wattle/scheduledPayments');
      await page.isWhole('Scheduled payments');
      await page.goto('/wattle/topup');
      await page.isWhole('Top up');
      await page.goto('/wattle/settings/general');
      await page.isWhole('Card settings');
      await page.goto('/wattle/settings/block');
      await page.isWhole('What happened to the card?');
      await page.goto('/wattle/settings/alerts');
      await page.isWhole('Alerts');
      await page.goto('/wattle/statements');
      await page.isWhole('Statements');
      await page.goto('/wattle/myAccount');
      await page.isWhole('My account');
      await page.press('Sign out');
      await page.sees('You are signed out');

      await page.signIn(priya);
      await page.goto('/wattle/increaselimit/benefits');
      await page.isWhole('Keep up to');
    } finally {
      await browser.close();
    }
  });
}
