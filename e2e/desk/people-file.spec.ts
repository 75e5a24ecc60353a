import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { expect, test } from '../support/test.ts';

const COLUMNS = 'Reference;Product;First name;Surname;Date of birth;Mobile;Plastic';

test('people come by a file: its faults are corrected at their cells, and two people add it', {
  tag: '@desktop',
}, async ({ page }) => {
  const serial = Date.now() % 1_000_000;
  const surname = `Lindqvist${serial}`;
  const row = (number: number, born: string) =>
    `file-${serial}-${number};1;Per;${surname};${born};04007${String(serial).padStart(6, '0').slice(1)};no`;
  const sheet = `\uFEFF${[COLUMNS, row(1, '25/4/1990'), row(2, '31/02/1988')].join('\r\n')}\r\n`;
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('link', { name: 'Add by file' }).click();
  await page.getByLabel('Brand').selectOption({ label: 'Harbour Mutual' });
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'members.csv' })).toBeVisible();
  await expect(page.getByText('Is no day: write the day as 1990-04-25')).toBeVisible();
  await page.getByRole('button', { name: 'Correct Born in row 3: 31/02/1988' }).click();
  await page.getByLabel('Born').fill('28/02/1988');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Good 2' })).toBeVisible();
  const file = page.url();
  await page.getByLabel('Reason', { exact: true }).fill('Members of November');
  await page.getByRole('button', { name: 'Ask to add 2 rows' }).click();
  const request = await openRequest(page);
  await expect(page.getByRole('link', { name: 'See each row of the file' })).toBeVisible();
  await approveAtDesk(page, 'omar', request);
  await page.goto(file);
  await expect(page.getByRole('button', { name: 'Download the results' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Added 2' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the results' }).click();
  expect((await download).suggestedFilename()).toMatch(/^people-file-\d+-results\.csv$/);
  await page.keyboard.press('/');
  await page.keyboard.type(surname);
  await expect(page.getByRole('option', { name: new RegExp(surname) }).first()).toBeVisible();
});
