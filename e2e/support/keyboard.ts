import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** More stops than a page has before its main button. */
const MOST_STOPS = 60;

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const button = (page: Page | Locator | FrameLocator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
export const field = (page: Page | Locator | FrameLocator, label: string | RegExp) =>
  page.getByLabel(label, { exact: true });

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Faults of the focused control for a keyboard user: it has to be marked, on the screen and uncovered. */
const missing = (focused: Locator) =>
  focused.evaluate((element) => {
    if (element instanceof HTMLIFrameElement) return [];
    const found: string[] = [];
    // A control may be drawn by its label, as a switch or a choice, or by the field around its digits.
    const drawn = [element, element.nextElementSibling, element.parentElement, element.closest('label, fieldset')];
    const isMarked = drawn.some((part) => {
      if (!part) return false;
      return [getComputedStyle(part), getComputedStyle(part, '::before'), getComputedStyle(part, '::after')].some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
      );
    });
    if (!isMarked) found.push('no mark of the focus');
    const { left, top, width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, innerHeight) / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [...found, 'outside of the screen'];
    const at = document.elementFromPoint(x, y);
    const isSeen = at !== null && (at === element || element.contains(at) || drawn.some((part) => part?.contains(at)));
    return isSeen ? found : [...found, `covered by ${at?.outerHTML.slice(0, 120)}`];
  });

/** Goes on by Tab to a control. Every stop on the way has a name, is marked, and is on the screen and uncovered. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  let ends = 0;
  for (let stop = 0; stop < MOST_STOPS && !(await isFocused(target)); stop += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    // Past the last stop Tab leaves the page, and comes back to its first.
    if ((await focused.count()) === 0 && (ends += 1) === 1) continue;
    await expect(focused).toBeVisible();
    await expect(focused).toHaveAccessibleName(/\S/);
    await expect
      .poll(() => missing(focused), (await focused.evaluate((element) => element.outerHTML)).slice(0, 200))
      .toEqual([]);
  }
  await expect(target).toBeFocused();
}

export async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Types into a field, or chooses in a list of the browser by its first letters. */
export async function type(
  page: Page,
  label: string | RegExp,
  text: string,
  within: Page | Locator | FrameLocator = page,
): Promise<void> {
  await tabTo(page, field(within, label));
  await page.keyboard.type(text);
}

/** Types over what a field holds. */
export async function retype(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, field(page, label));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

export async function tick(page: Page, label: string | RegExp): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.press('Space');
}

/** Chooses in a group of radio buttons by the arrow keys. */
export async function pick(page: Page, from: Locator, wanted: Locator): Promise<void> {
  await tabTo(page, from);
  await page.keyboard.press('Space');
  for (let step = 0; step < 12 && !(await wanted.isChecked()); step += 1) await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

/** Proves a payment or a change by the password. The dialog has taken the focus. */
export async function prove(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog).toBeVisible();
  await type(page, 'Password', password, dialog);
  await page.keyboard.press('Enter');
}
