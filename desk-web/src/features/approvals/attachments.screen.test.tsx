import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { button, field, press } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  noAnswer,
  refusal,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { Request } from './use-requests.ts';

const OWN: Request = {
  request: '40',
  state: 'Requested',
  command: 'load',
  object: '',
  amount: '500.00',
  input: 'account=200100017 amount=500.00',
  reason: 'Salary sent to the wrong programme',
  askedBy: 'kate',
  askedByName: 'Kate Lowe',
  askedByRole: 'manager',
  askerAddedBy: '',
  askerAddedAt: '',
  isOwn: true,
  askedAt: '2026-11-25T22:58:00.000Z',
  expiresAt: new Date(Date.now() + 23.5 * 3_600_000).toISOString(),
  decidedBy: '',
  decidedByName: '',
  decidedAt: '',
  approvedBefore: '',
  outcome: '',
  reference: '',
  next: '',
  isListed: false,
  attachments: 0,
};
const MB = 1024 * 1024;
const letter = (size = 15, name = 'letter.pdf') => new File([new Uint8Array(size)], name, { type: 'application/pdf' });

let request: Request;
const attached = (count: number) => (request = { ...request, attachments: count });

beforeEach(() => {
  request = OWN;
  const input = { isRequired: true, isSwitch: false, takes: 'a number' };
  givenDefinitions(
    definition('approve', { permission: 'decide' }),
    definition('refuse'),
    definition('attach', {
      inputs: [
        { ...input, name: 'request' },
        { ...input, name: 'name', isRequired: false },
      ],
      takesFile: { maximum: 5 * MB, kind: 'document' },
    }),
  );
  answerRows('requests', () => [request]);
  answerRows('request-outcome', []);
  answerRows('request-details', () => [
    { field: 'account', value: '200100017' },
    ...(request.attachments > 0 ? [{ field: 'attachments', value: String(request.attachments) }] : []),
  ]);
  answerRows('request-effect', []);
  answerRows('request-history', []);
  answerRows('request-attachments', () =>
    Array.from({ length: request.attachments }, (_, at) => ({
      attachment: String(at + 1),
      name: at === 0 ? 'letter.pdf' : `<b>photo ${at + 1}</b>.png`,
      type: 'application/pdf',
      size: 15,
      at: '2026-11-25T23:00:00.000Z',
    })),
  );
});

afterEach(() => vi.restoreAllMocks());

/** Chooses a file within the page: some have megabytes, and the test need not send them to the browser. */
async function choose(file: File): Promise<void> {
  await expect.element(field('Document')).toBeVisible();
  const input = field('Document').element() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const table = () => page.getByRole('table', { name: 'Attachments' });

test('a document is attached to an own request, listed and counted', async () => {
  answerCommand('attach', () => {
    attached(1);
    return done({ request: '40', attachment: '1', size: 15 });
  });
  await openDesk('/approvals/40');
  await choose(letter());
  await press('Attach document');
  await expect.element(table().getByRole('cell', { name: /^letter\.pdf 1 kB, attached / })).toBeVisible();
  await expect.element(page.getByText('1 attachment', { exact: true })).toBeVisible();
  const [sent] = given('attach');
  expect(sent?.input).toEqual({ request: '40', name: 'letter.pdf' });
  expect([sent?.file?.name, sent?.file?.size]).toEqual(['letter.pdf', 15]);
  await expect.element(page.getByText('Done.')).toBeVisible();
  // The outcome is in the list, and not in a second table.
  await expect.element(page.getByRole('columnheader', { name: 'Size' })).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  // The next one is chosen again.
  await press('Attach document');
  await expect.element(page.getByText('Enter: Document')).toBeVisible();
  expect(given('attach')).toHaveLength(1);
});

test('a file over 5 MB is not sent, and one that is refused says why at its field', async () => {
  answerCommand('attach', () => refusal('file_refused', 400, { field: 'file' }));
  await openDesk('/approvals/40');
  await choose(letter(5 * MB + 1));
  await expect.element(page.getByText('This file is over 5 MB. Choose a smaller one.')).toBeVisible();
  await press('Attach document');
  expect(given('attach')).toEqual([]);
  await choose(letter(5 * MB));
  await press('Attach document');
  await expect.element(page.getByText('Choose a PDF, JPEG or PNG up to 5 MB')).toBeVisible();
  await expect.element(field('Document')).toHaveFocus();
  expect(given('attach')).toHaveLength(1);
});

test('a lost answer is asked for again under the same key', async () => {
  let isLost = true;
  answerCommand('attach', () => {
    if (isLost) noAnswer();
    attached(1);
    return done({ request: '40', attachment: '1', size: 15 });
  });
  await openDesk('/approvals/40');
  await choose(letter());
  await press('Attach document');
  await expect.element(page.getByText('We’re not sure this went through')).toBeVisible();
  isLost = false;
  await press('Try again');
  await expect.element(table()).toBeVisible();
  const [first, second] = given('attach');
  expect(second?.key).toBe(first?.key);
  expect(second?.file?.name).toBe('letter.pdf');
});

test('whoever approves saves a document under our name, and attaches none', async () => {
  request = { ...OWN, isOwn: false, askedByName: 'Omar Aziz', attachments: 2 };
  answerRows('request-attachment', [
    { name: 'request-40-attachment-2.png', type: 'image/png', content: 'iVBORw0KGgo=' },
  ]);
  await openDesk('/approvals/40', { width: 390 });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await button('Save <b>photo 2</b>.png').click();
  await expect.poll(() => saved).toEqual(['request-40-attachment-2.png']);
  expect(given('request-attachment').map(({ input }) => input)).toEqual([{ request: '40', attachment: '2' }]);
  await expect.element(button('Attach document')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
});

test('a document that comes after the look is marked, and read before the request is approved', async () => {
  request = { ...OWN, isOwn: false, askedByName: 'Omar Aziz', attachments: 1 };
  const line = { what: 'Account', before: '1.00', change: '500.00', after: '501.00' };
  const asAsked = { since: '', beforeAsked: '', changeAsked: '' };
  answerRows('request-effect', () => [
    { ...line, ...asAsked, attachments: request.attachments, seen: `00112233aab${request.attachments}` },
  ]);
  answerCommand('approve', ({ input: { seen } }) => {
    if (seen === '00112233aab2') return done({});
    attached(2);
    return refusal('attachment_added', 409);
  });
  await openDesk('/approvals/40');
  await expect.element(table().getByRole('row').nth(1)).toBeVisible();
  await press('Approve and load $500.00');
  await expect.element(page.getByText(/^A document was attached after you looked\./)).toBeVisible();
  const isNew = (row: number) => table().getByRole('row').nth(row).getByText('New since you opened this');
  await expect.element(isNew(2)).toBeVisible();
  await expect.element(isNew(1)).not.toBeInTheDocument();
  await press('Approve and load $500.00');
  await expect.poll(() => given('approve').map(({ input }) => input['seen'])).toEqual(['00112233aab1', '00112233aab2']);
});

test('five are the most, and a request that is decided takes no more', async () => {
  attached(5);
  await openDesk('/approvals/40');
  await expect.element(table().getByRole('row').nth(5)).toBeVisible();
  await expect.element(button('Attach document')).not.toBeInTheDocument();
  request = {
    ...OWN,
    state: 'Done',
    attachments: 1,
    decidedByName: 'Omar Aziz',
    decidedAt: '2026-11-25T23:40:00.000Z',
  };
  await openDesk('/approvals/40');
  await expect.element(table()).toBeVisible();
  await expect.element(button('Attach document')).not.toBeInTheDocument();
});
