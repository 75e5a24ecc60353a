import { signInAtDesk } from '../support/desk-page.ts';
import { atTheDesk } from '../support/desk.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

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
