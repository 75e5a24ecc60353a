import { test } from '../support/test.ts';
import { amelia, priya } from '../support/people.ts';
import { driving } from './driving.ts';
import { isFirefoxThere, openFirefox } from './firefox.ts';
import { isWebKitThere, openWebKit } from './webkit.ts';

const BROWSERS = [
  { name: 'WebKit', packages: 'webkit2gtk-driver and xvfb', isThere: isWebKitThere, open: openWebKit },
  { name: 'Firefox', packages: 'firefox-esr', isThere: isFirefoxThere, open: openFirefox },
];

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
      await page.sees('Check your email');

      await page.goto('/wattle/contactUs');
      await page.isWhole('Contact us');
      await page.goto('/sandbox/inbox');
      await page.isWhole('Sandbox inbox');

      await page.signIn(amelia);
      await page.sees('Available to spend');

      await page.goto('/wattle/transactions');
      await page.isWhole('Transactions');
      await page.fill('Search by name, category or amount', 'groceries');
      // The rows are stable once they are counted.
      await page.sees(' transactions ·');
      await page.open('Groceries');
      await page.press('Report a problem with this payment');
      await page.isWhole('What’s wrong with this payment?');

      await page.goto('/wattle/fundsTransfer');
      await page.isWhole('Who do you want to pay?');
      await page.press('A Harbour Mutual accountBy account number, arrives straight away');
      await page.fill('Name', 'Jordan Blake');
      await page.fill('Account number', '200100025');
      await page.fill('Amount in dollars', '1.25');
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
      await page.isWhole('What happened to your card?');
      await page.goto('/wattle/settings/alerts');
      await page.isWhole('Alerts');
      await page.goto('/wattle/statements');
      await page.isWhole('Statements');
      await page.goto('/wattle/myAccount');
      await page.isWhole('My account');
      await page.press('Sign out');
      await page.sees('You’ve signed out');

      await page.signIn(priya);
      await page.goto('/wattle/increaselimit/benefits');
      await page.isWhole('Keep up to');
    } finally {
      await browser.close();
    }
  });
}
