import { expect, type Page } from '@playwright/test';
import { atTheDesk } from './desk.ts';
import { runningServer } from './global-setup.ts';
import type { RunningServer } from './running-server.ts';

/** Members of staff of a test's own: those of the demo are shared by all tests. */

/** Address of the desk. Browsers make passkeys only for a named host. */
export const deskByName = () => `${runningServer().url.replace('127.0.0.1', 'localhost')}/desk/`;

/** Staff change by two managers. Answers the set-up code, of which each of them sees half. */
export async function byTwoManagers({ url }: RunningServer, command: string, given: object): Promise<string> {
  const { request } = await atTheDesk(url, [1, 'kate'], command, { input: given, reason: 'A new colleague' });
  const input = { request: request?.id };
  const second = await atTheDesk(url, [1, 'omar'], 'approve', { input });
  const first = await atTheDesk(url, [1, 'kate'], 'request-outcome', { input });
  return `${first.rows[0]?.['firstHalfOfCode']}-${second.rows[0]?.['secondHalfOfCode']}`;
}

let members = 0;
/** Name that no other member has. */
export const newName = () => `nia${Date.now() % 1e7}${(members += 1)}`;

async function fillMember(page: Page, name: string): Promise<void> {
  await page.getByLabel('Programme number').fill('1');
  await page.getByLabel('Your name at the desk').fill(name);
}

/** From the first page to the two ways of a second factor, by a set-up code. */
export async function beginEnrolment(page: Page, name: string, setUpCode: string, password: string): Promise<void> {
  await page.goto(deskByName());
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  await fillMember(page, name);
  await page.getByLabel('Set-up code or current password', { exact: true }).fill(setUpCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(password);
}

export async function fillPassword(page: Page, name: string, password: string): Promise<void> {
  await fillMember(page, name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
