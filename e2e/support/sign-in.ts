import { expect, type Page } from '@playwright/test';
import type { CardPerson, WebPerson } from './people.ts';

/** The path of a screen under a brand; the default brand is reached without a prefix. */
export function pathOf(brand: string, path: string): string {
  return brand === 'wattle' ? path : `/${brand}${path}`;
}

/**
 * Signs a person in through the screens and waits for the card home. Fields are found by what they
 * are rather than by their words, so that it works in both languages.
 */
export async function signIn(page: Page, person: WebPerson | CardPerson): Promise<void> {
  if ('username' in person) {
    await page.goto(pathOf(person.brand, '/login'));
    const form = page.locator('main form').filter({ has: page.locator('input[type=password]') });
    await form.locator('input[autocomplete~=username]').fill(person.username);
    await form.locator('input[autocomplete~=current-password]').fill(person.password);
    await form.locator('button[type=submit]').click();
  } else {
    await page.goto(pathOf(person.brand, '/cardLogin'));
    const form = page.locator('main form').first();
    const fields = form.locator('input:not([type=hidden],[type=checkbox],[type=radio])');
    await fields.nth(0).fill(person.card);
    await fields.nth(1).fill(person.accessCode);
    await form.locator('button[type=submit]').click();
  }
  await expect(page).toHaveURL(new RegExp(`${pathOf(person.brand, '/cardHome')}$`, 'i'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
