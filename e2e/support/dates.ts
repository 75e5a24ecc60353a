import type { Page } from '@playwright/test';

/** Date field by its label. */
export const dateField = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });

/** Types a complete date, `2027-02-01`, into a date field in any language. */
export async function fillDate(page: Page, label: string, date: string): Promise<void> {
  await dateField(page, label).getByRole('textbox').first().fill(date);
}
