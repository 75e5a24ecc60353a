import { approveAtDesk, approveByKeys, signInAtDesk } from '../support/desk-page.ts';
import { atTheDesk } from '../support/desk.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

test('the overview lists what waits for a member until it is decided', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { account } = await givenWebPerson(server, ['Mia', 'Cole']);
  const reason = `Sold at counter ${account}`;
  const asked = { input: { account, amount: '31.00' }, reason };
  const { request } = await atTheDesk(server.url, [1, 'kate'], 'load', asked);
  await signInAtDesk(page, 'omar');
  const row = page.getByRole('row').filter({ hasText: reason });
  await expect(row).toContainText('Approve: load $31.00');
  await expect(row).toContainText('Mia Cole');
  await expect(page.getByText('Money held for cardholders')).toBeVisible();
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/desk/approvals/${request?.id}$`));
  await approveByKeys(page, 'Approve and load $31.00');
  await expect(page.getByRole('heading', { name: '$31.00 is loaded' })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Omar$/);
  await expect(row).toHaveCount(0);
});

test('a request of one’s own waits for somebody else, and can be withdrawn', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { account } = await givenWebPerson(server, ['Mia', 'Cole']);
  const asked = { input: { account, amount: '32.00' }, reason: 'To be withdrawn' };
  const { request } = await atTheDesk(server.url, [1, 'kate'], 'load', asked);
  await signInAtDesk(page, 'kate');
  await page.goto(`/desk/approvals/${request?.id}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('heading', { name: /^Withdrawn: Load \$32\.00/ })).toBeVisible();
  const again = await atTheDesk(server.url, [1, 'kate'], 'load', asked);
  await approveAtDesk(page, 'omar', `/desk/approvals/${again.request?.id}`);
});
