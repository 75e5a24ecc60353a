import { amelia } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { driving } from './driving.ts';
import { isFirefoxThere, openFirefox } from './firefox.ts';

/** Firefox setting: block cookies and data of all sites. */
const ALL_SITE_DATA = { 'network.cookie.cookieBehavior': 2 };

test('[2-a] Firefox with blocked site data signs in until the page is closed, and says so', {
  tag: '@desktop',
}, async () => {
  test.skip(!isFirefoxThere, 'Firefox is not there: install firefox-esr of Debian');
  test.setTimeout(120_000);
  const browser = await openFirefox(ALL_SITE_DATA);
  try {
    const page = driving(browser);
    await page.goto('/wattle/contactUs');
    await page.isWhole('Contact us');
    await page.goto('/wattle/login');
    await page.sees('Your browser isn’t saving data for this site');
    await page.signIn(amelia);
    await page.sees('Available to spend');
    await page.press('Transactions');
    await page.isWhole('Transactions');
    expect(await browser.find('//*[contains(., "isn’t saving data")]')).toEqual([]);
  } finally {
    await browser.close();
  }
});
