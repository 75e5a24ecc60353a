import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Waits until a text is visible. */
export const shows = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
