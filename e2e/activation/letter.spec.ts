import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQrOfPdf } from '../../server/test-support/files/read-qr.ts';
import { atTheDesk } from '../support/desk.ts';
import { newestMessage } from '../support/inbox.ts';
import { expect, test } from '../support/test.ts';

test('the code of a letter fills in the card, and only the activation code is typed', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const mobile = `0412${randomInt(100_000, 999_999)}`;
  const folder = join(server.folder, 'data/outgoing/print');
  const letters = () => {
    const all = existsSync(folder) ? readdirSync(folder) : [];
    return all.filter((name) => name.startsWith('letter-') && name.endsWith('.pdf'));
  };
  const before = letters();
  const given = {
    brand: 'wattle',
    product: '1',
    firstName: 'Mia',
    surname: "O'Brien",
    dateOfBirth: '1990-02-01',
    mobile,
    addressLine1: '14 Banksia Street',
    suburb: 'Fremantle',
    state: 'WA',
    postCode: '6160',
  };
  const { rows } = await atTheDesk(server.url, [1, 'kate'], 'issue-card', { input: given, reason: 'for a test' });
  const masked = String(rows[0]?.['number']);

  const letter = () => letters().find((name) => !before.includes(name));
  await expect.poll(letter, { timeout: 15_000 }).toBeDefined();
  const filledIn = page.getByRole('main').getByText(masked);
  const link = readQrOfPdf(readFileSync(join(folder, letter() ?? '')));

  await page.goto(new URL(link).pathname);
  await expect(page).toHaveURL(/\/wattle\/cardActivate$/);
  await expect(filledIn).toBeVisible();
  await expect(page.getByLabel('Card number', { exact: true })).toHaveCount(0);
  // A reload continues with it.
  await page.reload();
  await expect(filledIn).toBeVisible();
  await page.getByLabel('Activation code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid activation code');

  const message = await newestMessage(page, 'wattle', new RegExp(`${mobile.slice(-3)}.*Activation code \\d{6}`));
  const code = /Activation code (\d{6})/.exec(message)?.[1] ?? '';
  await page.getByLabel('Activation code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Do you have sign-in details?' })).toBeVisible();

  // Another card is typed.
  await page.goto(new URL(link).pathname);
  await page.getByRole('button', { name: 'Use a different card' }).click();
  await expect(page.getByLabel('Card number', { exact: true })).toBeVisible();
  await page.goto('/wattle/cardActivate/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByText('doesn’t work any more')).toBeVisible();
});
