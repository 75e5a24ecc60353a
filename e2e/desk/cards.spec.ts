import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { expect, test } from '../support/test.ts';

test('cards of the maker come into stock by a file that two people add', { tag: '@desktop' }, async ({ page }) => {
  const serial = Date.now() % 1_000_000;
  const name = `gift-${serial}.csv`;
  // Products of the demo: 4 is a gift card.
  const row = (number: number, product: string) => `stock-${serial}-${number},${product},24681${number},no`;
  const sheet = ['reference,product,accessCode,plastic', row(1, '4'), row(2, '4'), row(3, '99')].join('\r\n');
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
  await page.getByRole('link', { name: 'Import a file' }).click();
  await page.getByLabel('Brand').selectOption({ label: 'Harbour Mutual' });
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Is none of the brand')).toBeVisible();
  await page.getByLabel('Reason', { exact: true }).fill('Delivered by the maker');
  await page.getByRole('button', { name: 'Ask to add 2 rows' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  const batch = page
    .getByRole('table', { name: 'Batches' })
    .getByRole('row')
    .filter({ hasText: `${name} · 2 cards` });
  await expect(batch).toContainText('In stock', { timeout: 45_000 });
  await expect(page.getByRole('table', { name: 'Stock' }).getByRole('row').filter({ hasText: 'Gift' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Letters', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Letters' })).toBeVisible();
});
