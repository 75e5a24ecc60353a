import {
  addDisputeFile,
  answerDispute,
  type Dispute,
  getDispute,
  openDispute,
  withdrawDispute,
} from '@wattle/contract/disputes/dispute.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { choose, expectText, paste, title } from '../../../test-support/by-hand.ts';
import { givenAccount, givenRow } from '../../../test-support/given-account.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen, reloadScreen } from '../../../test-support/open-screen.tsx';

const DISPUTE: Dispute = {
  DisputeId: '0f0e0d0c-0b0a-4908-8706-050403020100',
  Reference: '263240000018',
  Reason: 'amountWrong',
  Amount: 128,
  Explanation: 'The bill was $1.00.',
  State: 'Open',
  Resolution: null,
  CreditedAmount: null,
  ProvisionalAmount: null,
  OpenedAt: '2026-11-20T02:00:00Z',
  AnswerBy: '2026-12-20',
  SubmittedAt: null,
  EndedAt: null,
  Messages: [],
  Files: [],
};

function given(found: { readonly dispute?: Dispute; readonly can?: boolean; readonly isTooOld?: boolean } = {}): void {
  const { dispute = null, can = dispute === null, isTooOld = false } = found;
  answer(getDispute, {
    Transaction: givenRow({ Sequence: 7, Amount: -129 }),
    CanDispute: can,
    IsTooOld: isTooOld,
    AnswerBy: '2026-12-20',
    Dispute: dispute,
  });
}
const open = () => openScreen('/transactions/7/dispute', { as: 'account' });

test('lists missing fields and disputes the difference of a wrong amount', async () => {
  givenAccount();
  given();
  await open();
  await expectText(title, 'What’s wrong with this payment?');
  await page.getByRole('button', { name: /^Dispute \$129\.00/ }).click();
  await expect.element(page.getByRole('alert').first()).toHaveFocus();
  await expectAccessible();
  await page.getByRole('radio', { name: 'The amount is wrong' }).click();
  await page.getByLabelText('What should it have been, in dollars?').fill('1.00');
  await page.getByLabelText('What happened?').fill('The bill was $1.00.');
  answer(openDispute, () => {
    given({ dispute: DISPUTE });
    return DISPUTE;
  });
  await page.getByRole('button', { name: /^Dispute \$128\.00/ }).click();
  await expectText(title, 'We’re looking into it');
  expect(sent(openDispute).map(({ body }) => body.Amount)).toEqual([128]);
  await expectAccessible();
});

test('asks how much is to be returned, and says what the shop has to show, by the reason', async () => {
  givenAccount();
  given();
  await open();
  await page.getByRole('radio', { name: 'The amount is wrong' }).click();
  await expect.element(page.getByText('It has to show that the amount was right.')).toBeVisible();
  // No amount is in the button before there is one.
  await page.getByRole('button', { name: 'Dispute this payment' }).click();
  await expect.element(page.getByRole('alert').first()).toHaveFocus();
  await page.getByRole('radio', { name: 'I returned it and didn’t get a refund' }).click();
  const words = 'It has to show that it refunded you, or didn’t owe you a refund.';
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByLabelText('How much should you get back, in dollars?')).toHaveValue('129.00');
  await page.getByLabelText('How much should you get back, in dollars?').fill('29.50');
  await page.getByLabelText('What happened?').fill('I returned one of two.');
  answer(openDispute, { ...DISPUTE, Reason: 'noRefund', Amount: 29.5 });
  await page.getByRole('button', { name: /^Dispute \$29\.50/ }).click();
  await expect.poll(() => sent(openDispute).map(({ body }) => body.Amount)).toEqual([29.5]);
});

test('a megabyte of words is refused at the field, and nothing is sent', async () => {
  givenAccount();
  given();
  await open();
  await page.getByRole('radio', { name: 'I paid twice' }).click();
  await paste(page.getByLabelText('What happened?'), 'word '.repeat(200_000));
  await page.getByRole('button', { name: /^Dispute \$129\.00/ }).click();
  await expect.element(page.getByRole('alert').first()).toHaveFocus();
  await expect.element(page.getByLabelText('What happened?')).toHaveAccessibleDescription(/Shorten what happened/);
  expect(sent(openDispute)).toEqual([]);
});

test('uploads a receipt with its name once the dispute is lodged', async () => {
  givenAccount();
  given();
  await open();
  await page.getByRole('radio', { name: 'I paid twice' }).click();
  await page.getByLabelText('What happened?').fill('Twice.');
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x00, 0xff]);
  await page.getByLabelText('Receipt or messages (optional)').upload(new File([bytes], 'Beleg 发票.pdf'));
  answer(openDispute, DISPUTE);
  answer(addDisputeFile, DISPUTE);
  await page.getByRole('button', { name: /^Dispute \$129\.00/ }).click();
  await expect.poll(() => sent(addDisputeFile)).toHaveLength(1);
  const [file] = sent(addDisputeFile);
  expect(file?.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(file?.body).toEqual({ DisputeId: DISPUTE.DisputeId, Name: 'Beleg 发票.pdf', Content: bytes });
  expect(file?.path).not.toContain('Beleg');
});

test.each([
  ['empty', 0],
  ['too large', 10 * 1024 * 1024 + 1],
])('rejects a later file that is %s without sending it', async (_, size) => {
  givenAccount();
  given({ dispute: DISPUTE });
  await open();
  await choose(page.getByLabelText('Add a file'), new File([new Uint8Array(size)], 'photo.jpg'));
  const words = 'We couldn’t add photo.jpg. Add a photo (JPEG or PNG) or PDF, up to 10 MB';
  await expect.element(page.getByText(words)).toBeVisible();
  expect(sent(addDisputeFile)).toEqual([]);
});

test('shows the existing dispute when the response is lost', async () => {
  givenAccount();
  given();
  await open();
  await page.getByRole('radio', { name: 'I paid twice' }).click();
  await page.getByLabelText('What happened?').fill('Twice.');
  answer(openDispute, () => {
    given({ dispute: DISPUTE });
    throw new TypeError('Failed to fetch');
  });
  await page.getByRole('button', { name: /^Dispute \$129\.00/ }).click();
  await expectText(title, 'We’re looking into it');
  expect(sent(openDispute)).toHaveLength(1);
});

test('a reload keeps the page of the payment, and shows a dispute that was lodged before it', async () => {
  givenAccount();
  given();
  await open();
  await page.getByRole('radio', { name: 'I paid twice' }).click();
  reloadScreen();
  await expectText(title, 'What’s wrong with this payment?');
  await page.getByRole('radio', { name: 'I paid twice' }).click();
  await page.getByLabelText('What happened?').fill('Twice.');
  // It is lodged, and the page is loaded again before the answer arrives.
  answer(openDispute, () => {
    given({ dispute: DISPUTE });
    return new Promise<never>(() => undefined);
  });
  await page.getByRole('button', { name: /^Dispute \$129\.00/ }).click();
  await expect.poll(() => sent(openDispute).length).toBe(1);
  reloadScreen();
  await expectText(title, 'We’re looking into it');
  await expect.element(page.getByText(DISPUTE.Reference)).toBeVisible();
  await expect.element(page.getByLabelText('Add a file')).toBeInTheDocument();
  expect(sent(openDispute)).toHaveLength(1);
  answer(withdrawDispute, () => {
    given({ dispute: { ...DISPUTE, State: 'Cancelled', EndedAt: '2026-11-20T02:00:00Z' }, can: true });
    return { ...DISPUTE, State: 'Cancelled' as const };
  });
  await page.getByRole('button', { name: 'Withdraw dispute' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw dispute' }).click();
  await expectText(title, 'You withdrew this dispute');
  reloadScreen();
  await expectText(title, 'You withdrew this dispute');
  expect(sent(withdrawDispute)).toHaveLength(1);
});

test('keeps a typed message when the response is lost', async () => {
  givenAccount();
  given({ dispute: DISPUTE });
  await open();
  fail(answerDispute, 0);
  await page.getByLabelText('Write a message').fill('I have the receipt.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expectText(page.getByRole('alert').filter({ hasText: 'We didn’t get a reply' }), /We didn’t get a reply/);
  await expect.element(page.getByLabelText('Write a message')).toHaveValue('I have the receipt.');
  await expectAccessible();
});

test('withdraws a dispute after confirmation', async () => {
  givenAccount();
  given({ dispute: DISPUTE });
  await open();
  answer(withdrawDispute, () => {
    given({ dispute: { ...DISPUTE, State: 'Cancelled', EndedAt: '2026-11-20T02:00:00Z' }, can: true });
    return { ...DISPUTE, State: 'Cancelled' as const };
  });
  await page.getByRole('button', { name: 'Withdraw dispute' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Withdraw dispute' }).click();
  await expectText(title, 'You withdrew this dispute');
  await expectAccessible();
});

test('refuses to dispute a payment that is too old', async () => {
  givenAccount();
  given({ can: false, isTooOld: true });
  await open();
  await expectText(title, 'What’s wrong with this payment?');
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument();
  await expectAccessible();
});
