import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../test-support/accessible.ts';
import { givenBrand } from '../../test-support/brand-view.ts';
import { press, title } from '../../test-support/by-hand.ts';
import { setBrand } from '../brand/brand.ts';
import { loadTexts, startTexts, switchLanguage } from '../i18n/i18n.ts';
import { OutcomePage, type OutcomeState } from './outcome-page.tsx';
import { useDocumentTitle, useRouteTitle } from './page-title.ts';

let root: Root;
let box: HTMLElement;
beforeEach(async () => {
  setBrand(givenBrand('wattle'));
  await startTexts();
  await switchLanguage('enAU', { remember: false });
  await loadTexts(['ui']);
  box = document.body.appendChild(document.createElement('main'));
  root = createRoot(box);
});
afterEach(() => {
  root.unmount();
  box.remove();
});

function Page({ state }: { readonly state: OutcomeState }) {
  useRouteTitle('Pay');
  useDocumentTitle();
  return (
    <OutcomePage
      state={state}
      title={`$350.00 is ${state}`}
      pageTitle={`Payment ${state}`}
      slip={{ number: '263300001033', rows: [{ term: 'Amount', value: '$350.00' }] }}
    />
  );
}

const STATES = ['done', 'sent', 'later', 'held', 'waiting', 'notSent', 'stopped', 'unsure'] as const;

test.each(STATES)('heading, focus and document title say the same of what is %s', async (state) => {
  root.render(<Page state={state} />);
  await expect.element(title).toHaveTextContent(`$350.00 is ${state}`);
  await expect.element(title).toHaveFocus();
  await expect.poll(() => document.title).toBe(`Payment ${state} - Harbour Mutual`);
  await expectAccessibleInBothSchemes();
});

test.each([
  ['held', 'On hold'],
  ['notSent', 'Not sent'],
  ['unsure', 'Not confirmed'],
] as const)('what is %s is no receipt at first sight', async (state, words) => {
  root.render(<Page state={state} />);
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Receipt', { exact: true })).not.toBeInTheDocument();
});

test('a new state moves the focus to its heading', async () => {
  root.render(<Page state="waiting" />);
  await expect.element(title).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  root.render(<Page state="done" />);
  await expect.element(title).toHaveFocus();
});

test('a receipt is shared with the sheet of the device, and copied where there is none', async () => {
  const share = vi.fn(() => Promise.resolve());
  const copied: string[] = [];
  const writeText = (text: string) => Promise.resolve(void copied.push(text));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.assign(navigator, { share, canShare: () => true });
  root.render(<Page state="sent" />);
  await press('Share');
  expect(share).toHaveBeenCalledWith({
    title: '$350.00 is sent',
    text: 'Harbour Mutual\n$350.00 is sent\n\nAmount: $350.00\n',
  });
  Object.assign(navigator, { share: undefined });
  root.render(<Page state="held" />);
  await press('Copy receipt');
  await expect.element(page.getByText('Receipt copied')).toBeVisible();
  await press('Copy number');
  await expect.element(page.getByText('Number copied')).toBeVisible();
  expect(copied.at(-1)).toBe('263300001033');
});
