import { readFile } from 'node:fs/promises';
import { expectNoAxeFindings } from '../support/axe.ts';
import { amelia } from '../support/people.ts';
import { goToPlace } from '../support/places.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('lists statements by tens and saves one', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, amelia);
  await goToPlace(page, 'Statements');
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Statements' }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expectNoAxeFindings(page);

  const download = page.waitForEvent('download');
  await rows.first().getByRole('button', { name: 'Save as PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^statement-017-\d{4}-\d{2}-01-to-\d{4}-\d{2}-\d{2}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
