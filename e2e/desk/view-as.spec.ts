import { openPersonAtDesk, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const ACCOUNT = { name: 'My account' };

test('staff view an account as its cardholder, change nothing, and both sides see that they did', {
  tag: '@desktop',
}, async ({ page, server, browser }) => {
  const person = await givenWebPerson(server, ['Lena', 'Brook'], { money: '120.00' });
  await signInAtDesk(page, 'kate');
  await openPersonAtDesk(page, person.account);
  const address = page.url();
  await page.getByRole('button', { name: 'View as the cardholder' }).click();
  await page.getByLabel('Why you need it').fill('Says the balance is wrong');
  await page.getByRole('button', { name: 'Ask for the view' }).click();
  const link = page.getByRole('link', { name: 'Open the account in a new tab' });
  const ticket = (await link.getAttribute('href')) ?? '';
  const opened = page.context().waitForEvent('page');
  await link.click();
  const view = await opened;
  await expect(view).toHaveURL(/\/wattle\/cardHome$/);
  const banner = view.getByRole('region', { name: 'Staff view' });
  await expect(banner).toContainText('Kate Lowe is viewing the account of Lena Brook. Nothing can be changed.');
  await expect(view.locator('main')).toContainText('$120.00');
  await expect(link).toBeHidden();

  // A change is refused in words, and nothing is offered.
  await view.goto('/wattle/settings/general');
  await expect(banner).toBeVisible();
  await view.goto('/wattle/myAccount');
  await expect(view.locator('main')).toContainText('Not available while you view this account');

  // A tab of the cardholder keeps its sign-in when a link is opened in it, and a used link opens nothing.
  const own = await browser.newPage();
  await signIn(own, person);
  await own.goto(new URL(ticket, page.url()).href);
  await expect(own.locator('main')).toContainText('This tab is already signed in');
  expect(own.url()).not.toContain('#');
  await own.goto('/wattle/myAccount');
  await expect(own.getByRole('heading', { level: 1 })).toHaveText(ACCOUNT.name);
  await expect(own.locator('main')).toContainText('Staff of Harbour Mutual viewed your account');
  const other = await browser.newPage();
  await other.goto(new URL(ticket, page.url()).href);
  await expect(other.locator('main')).toContainText('No account is open');

  await banner.getByRole('button', { name: 'End view' }).click();
  await expect(view.locator('main')).toContainText('No account is open');
  await view.goto('/wattle/cardHome');
  await expect(banner).toBeHidden();
  await page.goto(`${address}/access`);
  await expect(page.locator('main')).toContainText('Viewed by Kate Lowe');
  await page.goto(address);
  await expect(page.locator('main')).toContainText('Says the balance is wrong');
});
