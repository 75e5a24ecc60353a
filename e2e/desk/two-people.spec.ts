import { STAFF_PASSWORD } from '../../server/src/demo/staff.ts';
import { approveByKeys, signInAtDesk } from '../support/desk-page.ts';
import { atTheDesk } from '../support/desk.ts';
import { expect, test } from '../support/test.ts';
import { givenWebPerson } from '../support/own-people.ts';

test('money is loaded by two people, and appears in the timeline of the person', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole']);
  await signInAtDesk(page, 'kate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Kate$/);
  // Found by what a caller says.
  await page.keyboard.press('/');
  await page.keyboard.type(person.account);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/desk\/people\/\d+$/);
  const address = page.url();
  expect(address).not.toContain(person.account);
  await page.goto('/desk/all-commands/load');
  await page.getByLabel('Account', { exact: true }).fill(person.account);
  await page.getByLabel('Amount', { exact: true }).fill('12.50');
  await page.getByLabel('Reason', { exact: true }).fill('Sold at the counter');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const waiting = page.locator('main').getByRole('link', { name: /request/i });
  await expect(waiting).toBeVisible();
  await waiting.click();
  await expect(page).toHaveURL(/\/desk\/approvals\/\d+$/);
  const request = page.url();
  // No one approves what they have asked for, also not by the key.
  await expect(page.getByText('You can’t approve your own requests')).toBeVisible();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Your name at the desk')).toBeVisible();

  await signInAtDesk(page, 'omar');
  await page.goto(request);
  await expect(page.getByRole('definition').filter({ hasText: 'Sold at the counter' })).toBeVisible();
  // The effect before it happens.
  await expect(page.locator('main').getByText('$12.50').first()).toBeVisible();
  await approveByKeys(page, 'Approve and load $12.50');
  await expect(page.getByRole('heading', { name: '$12.50 is loaded' })).toBeVisible();
  await page.goto(address);
  await expect(page.locator('main').getByText('$12.50').first()).toBeVisible();
});

test('a session that ended elsewhere is begun again over the same page', { tag: '@desktop' }, async ({ page }) => {
  await signInAtDesk(page, 'kate');
  await page.goto('/desk/all-commands/load');
  await page.getByLabel('Reason', { exact: true }).fill('Half typed');
  await page.getByLabel('Account', { exact: true }).fill('200100017');
  await page.getByLabel('Amount', { exact: true }).fill('1.00');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('Half typed');
});

test('codes that are shown once stay after the approval, through another page, until they are closed', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const input = { brand: 'stumps', count: '3', amount: '25.00', expires: '2028-12-01' };
  const reason = `A fête ${Date.now().toString(36)}`;
  const { request } = await atTheDesk(server.url, [1, 'kate'], 'make-vouchers', { input, reason });
  const waiting = { input: { ...input, count: '1' }, reason };
  const other = await atTheDesk(server.url, [1, 'kate'], 'make-vouchers', waiting);
  await signInAtDesk(page, 'omar');
  await page.getByRole('link', { name: 'Approvals' }).click();
  const list = page.getByRole('table', { name: 'Waiting', exact: true });
  await list.locator(`a[href$="/approvals/${request?.id}"]`).click();
  await approveByKeys(page, 'Approve and make vouchers $25.00');
  // It is pressed again before anything happens.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '3 vouchers of $25.00 are made' })).toBeVisible();
  await page.keyboard.press('a');
  const codes = page.getByRole('table', { name: 'Answer', exact: true }).getByRole('row');
  await expect(codes).toHaveCount(4);
  const shown = await codes.nth(3).textContent();
  expect(shown).toMatch(/\d\d \d{4} \d{4} \d.*\d{3} \d{3}/);
  await expect(list.locator(`a[href$="/approvals/${other.request?.id}"]`)).toBeVisible();
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(page).toHaveURL(/\/desk\/payments/);
  await page.getByRole('link', { name: 'Approvals' }).click();
  await page.getByRole('table', { name: 'Decided today' }).getByRole('link').first().click();
  await expect(codes.nth(3)).toHaveText(shown ?? '');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe(`request-${request?.id}.csv`);
  await page.getByLabel('I’ve saved the codes').check();
  await page.getByRole('button', { name: 'Close and clear codes' }).click();
  // The numbers stay, by which a voucher is found and blocked.
  await expect(codes).toHaveCount(4);
  await expect(codes.nth(3)).not.toHaveText(/\d{3} \d{3}/);
  await expect(codes.nth(3)).toHaveText(/\d{11}/);
});

test('a request is read and approved on a phone, without scrolling sideways', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const { account } = await givenWebPerson(server, ['Mia', 'Cole']);
  const reason = `Sold at counter ${account}`;
  const asked = { input: { account, amount: '33.00' }, reason };
  const { request } = await atTheDesk(server.url, [1, 'kate'], 'load', asked);
  // A phone widens its window to what is on the page.
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  await signInAtDesk(page, 'omar');
  await page.getByRole('link', { name: 'Approvals' }).tap();
  await fits();
  const list = page.getByRole('table', { name: 'Waiting', exact: true });
  await list.locator(`a[href$="/approvals/${request?.id}"]`).tap();
  await expect(page).toHaveURL(new RegExp(`/desk/approvals/${request?.id}$`));
  // Only one request is on the screen, with what it would change before its button.
  await expect(list).toBeHidden();
  await expect(page.getByRole('definition').filter({ hasText: reason })).toBeVisible();
  await expect(page.getByRole('table', { name: 'What will happen' })).toContainText('+$33.00');
  await fits();
  const approve = page.getByRole('button', { name: 'Approve and load $33.00' });
  await expect(approve).toBeInViewport();
  await approve.tap();
  await expect(page.getByRole('heading', { name: '$33.00 is loaded' })).toBeVisible();
  await fits();
  await page.getByRole('link', { name: 'All requests' }).tap();
  await expect(list.locator(`a[href$="/approvals/${request?.id}"]`)).toHaveCount(0);
});
