import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { button, expectAt, expectTexts, field, heading, press } from '../../../../web/test-support/by-hand.ts';
import {
  answerCall,
  answerCommand,
  answerRows,
  definition,
  done,
  givenDefinitions,
  givenSession,
  SESSION,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { Request } from './use-requests.ts';

const MAKE: Request = {
  request: '118',
  state: 'Requested',
  command: 'make-vouchers',
  object: 'brand:2',
  amount: '25.00',
  input: '',
  reason: 'A fête',
  askedBy: 'omar',
  askedByName: 'Omar Aziz',
  askedByRole: 'agent',
  isOwn: false,
  askedAt: '2026-11-25T22:58:00.000Z',
  expiresAt: new Date(Date.now() + 80_000_000).toISOString(),
  decidedBy: '',
  decidedByName: '',
  decidedAt: '',
  outcome: '',
  reference: '',
  next: '',
  isListed: false,
  attachments: 0,
  approvedBefore: '',
  askerAddedBy: '',
  askerAddedAt: '',
};
const MADE = { state: 'Done', outcome: '2 vouchers of $25.00 are made.', isListed: true };
const CODES = [
  { voucher: '80000004127', code: '081906', amount: '25.00', expires: '2027-12-01' },
  { voucher: '80000004135', code: '227514', amount: '25.00', expires: '2027-12-01' },
];
const NUMBERS = CODES.map(({ code: _, ...row }) => row);

let request: Request;

beforeEach(() => {
  request = MAKE;
  givenDefinitions(definition('approve', { permission: 'decide' }), definition('refuse'));
  answerRows('requests', ({ input }) =>
    input.request !== undefined || (request.state === 'Requested') === (input.today === undefined) ? [request] : [],
  );
  answerRows('subjects', []);
  answerRows('request-details', [
    { field: 'brand', value: 'stumps' },
    { field: 'count', value: '2' },
    { field: 'amount', value: '25.00' },
  ]);
  const asAsked = { since: '', beforeAsked: '', changeAsked: '', attachments: 0, seen: '00112233aabb' };
  answerRows('request-effect', [
    { ...asAsked, what: 'Vouchers not yet used', before: '8360.00', change: '50.00', after: '8410.00' },
  ]);
  answerRows('request-history', []);
  answerCommand('request-outcome', () => done(...(request.state === 'Done' ? NUMBERS : [])));
  answerCommand('approve', () => {
    const end = { ...MADE, decidedBy: 'kate', decidedByName: 'Kate Lowe', decidedAt: '2026-11-25T23:42:00.000Z' };
    request = { ...request, ...end };
    return Response.json({ rows: CODES, hasMore: false, shownOnce: ['code'] });
  });
});

async function approved(): Promise<void> {
  await openDesk('/approvals/118');
  await press('Approve and make vouchers $25.00');
  await expect.element(heading('2 vouchers of $25.00 are made.')).toBeVisible();
}

const cellsOf = (row: number) =>
  page.getByRole('table', { name: 'Answer' }).getByRole('row').nth(row).getByRole('cell');

test('codes stay where they are until they are saved and closed, and the numbers stay for good', async () => {
  await approved();
  await expectTexts(cellsOf(1), ['80 0000 0412 7', '081 906', '$25.00', '1 Dec 2027', 'Copy']);
  await expect.element(page.getByText('The access codes are shown only now.')).toBeVisible();
  await expectTexts(page.getByRole('table', { name: 'Decided today' }).getByRole('row').nth(1).getByRole('cell'), [
    /^Make vouchers \$25\.00/,
    'Not saved yet',
  ]);
  await expectAccessibleInBothSchemes();
  // They are shown again after another page, and other actions do not clear them.
  await page
    .getByRole('link', { name: /^People/ })
    .first()
    .click();
  await expectAt('/desk/people');
  await expect.element(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  window.history.back();
  await expectTexts(cellsOf(2), ['80 0000 0413 5', '227 514', '$25.00', '1 Dec 2027', 'Copy']);
  await press('Close and clear codes');
  await expect.element(page.getByText('Tick this once you’ve saved it')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'I’ve saved the codes' })).toHaveFocus();
  await userEvent.keyboard(' ');
  await press('Close and clear codes');
  await expect.element(page.getByText('081 906')).not.toBeInTheDocument();
  await expect.element(page.getByRole('cell', { name: '80000004127' })).toBeVisible();
  await expect
    .element(page.getByText(/^Lost the codes\? Under Other tasks, two people can show them again/))
    .toBeVisible();
});

test('codes are copied and downloaded as they are read, with the zeros that they begin with', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:kept';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await approved();
  await press('Copy all 2');
  await expect.element(page.getByText('Copied')).toBeVisible();
  await press('Copy 80 0000 0413 5');
  await expect.poll(() => written.mock.calls.length).toBe(2);
  expect(written.mock.calls.flat()).toEqual([
    'Number\tAccess code\tValue\tUse by\n80 0000 0412 7\t081 906\t25.00\t2027-12-01\n80 0000 0413 5\t227 514\t25.00\t2027-12-01',
    '80 0000 0413 5\t227 514\t25.00\t2027-12-01',
  ]);
  await press('Download CSV');
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files[0]?.arrayBuffer())).toBe(
    '\uFEFF"Number","Access code","Value","Use by"\r\n"80 0000 0412 7","081 906","25.00","2027-12-01"\r\n"80 0000 0413 5","227 514","25.00","2027-12-01"\r\n',
  );
  // The tab is not closed by accident.
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  vi.restoreAllMocks();
});

test('an answer that was lost on its way says how the codes are shown again', async () => {
  answerCommand('approve', () => {
    request = { ...request, ...MADE, decidedBy: 'kate', decidedAt: '2026-11-25T23:42:00.000Z' };
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await approved();
  await expect.element(page.getByRole('cell', { name: '80000004135' })).toBeVisible();
  await expect
    .element(page.getByText(/^Lost the codes\? Under Other tasks, two people can show them again/))
    .toBeVisible();
  await expect.element(button('Close and clear codes')).not.toBeInTheDocument();
});

test('codes that came after their approver had signed out are not shown to who signs in next', async () => {
  const answering = Promise.withResolvers<void>();
  answerCommand('approve', async () => {
    await answering.promise;
    request = { ...request, ...MADE, decidedBy: 'kate', decidedByName: 'Kate Lowe', decidedAt: request.askedAt };
    return Response.json({ rows: CODES, hasMore: false, shownOnce: ['code'] });
  });
  answerCall('sign-in', () => {
    givenSession({ ...SESSION, name: 'mia', fullName: 'Mia Costa' });
    return Response.json({});
  });
  await openDesk('/approvals/118');
  await press('Approve and make vouchers $25.00');
  await press('Sign out');
  await expect.element(heading('Sign in to the desk')).toBeVisible();
  answering.resolve();
  await field('Programme number').fill('1');
  await field('Your name at the desk').fill('mia');
  await field('Password').fill('Desk-Banksia-2026');
  await press('Sign in');
  await expect.element(heading('2 vouchers of $25.00 are made.')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '80000004127' })).toBeVisible();
  await expect.element(page.getByText('081 906')).not.toBeInTheDocument();
});

test('whoever asked for a new colleague reads the first half of the code, and who has the second', async () => {
  request = {
    ...MAKE,
    command: 'add-staff',
    object: '',
    amount: '',
    isOwn: true,
    state: 'Done',
    outcome: 'Nia Park is added as agent.',
    isListed: true,
    decidedBy: 'mia',
    decidedByName: 'Mia Costa',
    decidedAt: '2026-11-25T23:42:00.000Z',
  };
  answerRows('request-details', [
    { field: 'name', value: 'nia' },
    { field: 'fullName', value: 'Nia Park' },
    { field: 'role', value: 'agent' },
  ]);
  answerCommand('request-outcome', () => done({ name: 'nia', role: 'agent', firstHalfOfCode: 'abcd-efgh' }));
  await openDesk('/approvals/118');
  await expect.element(heading('Nia Park is added as agent.')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'First half of code' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'abcd-efgh' })).toBeVisible();
  await expect
    .element(page.getByText('Give the first half of the code to Nia Park yourself. Mia Costa has the second half.'))
    .toBeVisible();
  await expectAccessibleInBothSchemes();
});
