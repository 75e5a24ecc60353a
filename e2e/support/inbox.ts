import { expect, type Page } from '@playwright/test';
import { pathOf } from './sign-in.ts';

/** Text of the latest matching message of the sandbox, which may still be in the queue. */
export async function newestMessage(page: Page, brand: string, about: string | RegExp): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto(pathOf(brand, '/sandbox/inbox'));
  const message = inbox.getByRole('article').filter({ hasText: about }).first();
  await expect(message).toBeVisible();
  const text = (await message.textContent()) ?? '';
  await inbox.close();
  return text;
}
