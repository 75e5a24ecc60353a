import type {} from '@vitest/browser-playwright';
import { expect } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';

/** The title of the page. */
export const title = page.getByRole('heading', { level: 1 });
export const heading = (name: string) => page.getByRole('heading', { name });

/** Alert of a form with its error summary and links to the fields. */
export const alert = page.getByRole('alert');
export const problems = alert.getByRole('link');
export const expectAlert = (words: string) => expect.poll(() => alert.element().textContent).toContain(words);

export const expectAt = (path: string) => expect.poll(() => window.location.pathname).toBe(path);

export const field = (label: string) => page.getByLabelText(label, { exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const press = (name: string) => button(name).click();

/** Pastes a text in the page itself: a megabyte takes the driver of the browser seconds. */
export async function paste(control: Locator, text: string): Promise<void> {
  await expect.element(control).toBeVisible();
  const box = control.element() as HTMLInputElement | HTMLTextAreaElement;
  box.focus();
  box.setRangeText(text, 0, box.value.length, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}

/** Chooses a file in the page itself, for the same reason. */
export async function choose(control: Locator, file: File): Promise<void> {
  await expect.element(control).toBeInTheDocument();
  const box = control.element() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  box.files = chosen.files;
  box.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Puts the focus on a control, as soon as it shows. */
export async function focusOn(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus();
}

/** Presses a key on a control: `Enter`, `ArrowDown`. */
export async function pressAt(control: Locator, key: string): Promise<void> {
  await focusOn(control);
  await userEvent.keyboard(`{${key}}`);
}

/** Pastes a text into a field from the clipboard. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  const source = document.body.appendChild(document.createElement('textarea'));
  source.value = text;
  source.select();
  await userEvent.copy();
  source.remove();
  await focusOn(field);
  await userEvent.paste();
}

/** Types a date, `2027-02-01`, into the parts of a date field; an empty one empties them. */
export async function fillDate(label: string, date: string): Promise<void> {
  const group = page.getByRole('group', { name: label, exact: true });
  const [year = '', month = '', day = ''] = date.split('-');
  for (const [part, text] of [
    ['Day', day],
    ['Month', month],
    ['Year', year],
  ] as const) {
    await group.getByLabelText(part, { exact: true }).fill(text);
  }
}

/** The text as it is read: a non-breaking space counts as a space. */
const wordsOf = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim();
const isWords = (text: string | RegExp): unknown => (typeof text === 'string' ? text : expect.stringMatching(text));

/** Asserts the text of a located element: the whole text for a string, a match for a pattern. */
export async function expectText(found: Locator, text: string | RegExp): Promise<void> {
  await expect.poll(() => wordsOf(found.element())).toEqual(isWords(text));
}

/** All that a locator finds says this, in this order. */
export async function expectTexts(found: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  await expect.poll(() => found.elements().map(wordsOf)).toEqual(texts.map(isWords));
}

type Media = {
  readonly scheme?: 'light' | 'dark';
  readonly forcedColours?: 'active';
  readonly medium?: 'print';
};

/** The page is seen in these colours or this medium from now on. Without any, in the browser's own again. */
export async function seeIn({ scheme, forcedColours, medium }: Media): Promise<void> {
  const features = [
    { name: 'prefers-color-scheme', value: scheme ?? '' },
    { name: 'forced-colors', value: forcedColours ?? '' },
  ];
  await cdp().send('Emulation.setEmulatedMedia', { media: medium ?? '', features });
}
