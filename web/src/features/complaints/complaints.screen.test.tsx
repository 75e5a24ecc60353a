import {
  answerComplaint,
  answerFollowedComplaint,
  type Complaint,
  COMPLAINT_STATES,
  endComplaint,
  followComplaint,
  getComplaints,
  openComplaint,
  sendComplaint,
} from '@wattle/contract/complaints/complaint.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, expectAt, expectText, field, press, problems, title } from '../../../test-support/by-hand.ts';
import { givenAccount, givenRow, givenTransactions } from '../../../test-support/given-account.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { paths } from '../../paths.ts';

const COMPLAINT: Complaint = {
  ComplaintId: '00000000-0000-4000-8000-000000000812',
  Reference: '263330008124',
  Subject: 'payment',
  Words: 'I was charged twice and your reply said once.',
  Wish: 'Refund $63.45',
  State: 'Working',
  Outcome: null,
  Way: 'email',
  To: 'a***@example.com',
  Handler: 'Kate',
  OpenedAt: '2026-11-28T03:41:00.000Z',
  AcknowledgeBy: '2026-11-30T03:41:00.000Z',
  AnswerBy: '2026-12-24',
  AcknowledgedAt: '2026-11-29T22:00:00.000Z',
  AnsweredAt: null,
  EndedAt: null,
  Messages: [{ IsFromUs: true, Text: 'We’ve asked the shop for its receipt.', At: '2026-11-29T22:00:00.000Z' }],
  Files: [],
  Transaction: null,
};
const LIST = {
  Complaints: [],
  Ways: [
    { Way: 'email', To: 'a***@example.com' },
    { Way: 'sms', To: '04•• ••• 812' },
  ],
  AcknowledgeBy: '2026-11-30T03:41:00.000Z',
  AnswerBy: '2026-12-24',
} as const;
const TOKEN = 'a'.repeat(43);

beforeEach(() => {
  givenAccount();
  answer(getComplaints, LIST as never);
});

test.each(LANGUAGES)('a signed-in person complains from Contact in %s, and sees where it is', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `complaints:${key}`, values);
  answer(openComplaint, () => {
    answer(getComplaints, { ...LIST, Complaints: [{ ...COMPLAINT, State: 'Received' }] } as never);
    return COMPLAINT;
  });
  await openScreen(paths.contactUs(), { as: 'account', language });
  await page.getByRole('link', { name: wordsIn(language, 'info:contact.complaint.make') }).click();
  await expectText(title, words('title'));
  await expectAccessibleInBothSchemes();
  await press(words('send'));
  await expect.element(problems.nth(1)).toBeVisible();
  await page.getByRole('radio', { name: words('about.payment') }).click();
  await field(words('words.label')).fill('我被重复扣款');
  await page.getByRole('radio', { name: words('way.sms', { to: '04•• ••• 812' }) }).click();
  await press(words('send'));
  await expectText(title, words('list.title'));
  await expect.element(page.getByText(words('state.Received'))).toBeVisible();
  await expect.element(page.getByText(new RegExp('263330008124'))).toBeVisible();
  expect(sent(openComplaint).map(({ body }) => body)).toEqual([
    { Subject: 'payment', Words: '我被重复扣款', Wish: '', Way: 'sms' },
  ]);
});

test.each(LANGUAGES)('a complaint is about a transaction that is found and chosen, in %s', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `complaints:${key}`, values);
  const row = givenRow({ Sequence: 12, Description: 'Tin Roof Noodles', Amount: -63.45 });
  givenTransactions({ posted: [row, givenRow({ Sequence: 11, TransactionId: 'other', Description: 'City Water' })] });
  answer(openComplaint, () => {
    answer(getComplaints, { ...LIST, Complaints: [{ ...COMPLAINT, Transaction: row }] } as never);
    return COMPLAINT;
  });
  await openScreen(paths.newComplaint(), { as: 'account', language });
  await page.getByRole('radio', { name: words('about.treatment') }).click();
  await expect.element(page.getByRole('button', { name: words('which.choose') })).not.toBeInTheDocument();
  await page.getByRole('radio', { name: words('about.payment') }).click();
  await press(words('which.choose'));
  const dialog = page.getByRole('dialog', { name: words('which.title') });
  await expect.element(dialog.getByRole('button', { name: /City Water/ })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await dialog.getByRole('searchbox').fill('noodles');
  await expect.element(dialog.getByRole('button', { name: /City Water/ })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: /Tin Roof Noodles/ }).click();
  await expect.element(page.getByRole('button', { name: /Tin Roof Noodles/ })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await field(words('words.label')).fill('我被重复扣款');
  await press(words('send'));
  await expectText(title, words('list.title'));
  await expect.element(page.getByText('Tin Roof Noodles')).toBeVisible();
  expect(sent(openComplaint)[0]?.body).toMatchObject({ accountNumber: '200100017', Sequence: 12 });
});

test('a chosen transaction is removed, and is not sent with a complaint that it is not about', async () => {
  givenTransactions({ posted: [givenRow({ Sequence: 12, Description: 'Tin Roof Noodles', Amount: -63.45 })] });
  answer(openComplaint, COMPLAINT);
  await openScreen(paths.newComplaint(), { as: 'account' });
  await page.getByRole('radio', { name: 'A fee' }).click();
  await press('Choose a transaction');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Tin Roof Noodles/ })
    .click();
  await press('Remove');
  await press('Choose a transaction');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Tin Roof Noodles/ })
    .click();
  await page.getByRole('radio', { name: 'Something else' }).click();
  await field('What went wrong?').fill('Waited long');
  await press('Send complaint');
  await expect
    .poll(() => sent(openComplaint).map(({ body }) => body))
    .toEqual([{ Subject: 'other', Words: 'Waited long', Wish: '', Way: 'email' }]);
});

test.each(COMPLAINT_STATES)('a complaint shows where it is, and what its person can do: %s', async (State) => {
  const isOver = State === 'Closed' || State === 'Withdrawn';
  const complaint = {
    ...COMPLAINT,
    State,
    ...(State === 'Answered' && { Outcome: 'upheld', AnsweredAt: '2026-12-01T01:00:00.000Z' }),
    ...(isOver && { EndedAt: '2026-12-02T01:00:00.000Z' }),
  };
  answer(getComplaints, { ...LIST, Complaints: [complaint] } as never);
  await openScreen(paths.complaints(), { as: 'account' });
  const heading = State === 'Working' ? 'Kate is looking into it' : wordsIn('enAU', `complaints:state.${State}`);
  await expect.element(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  await expect.element(page.getByText('We’ve asked the shop for its receipt.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Send message' }).elements()).toHaveLength(isOver ? 0 : 1);
  await expect.element(page.getByText('1800 931 678')).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('an answer is written to, and settles the complaint', async () => {
  const answered = { ...COMPLAINT, State: 'Answered', Outcome: 'part', AnsweredAt: '2026-12-01T01:00:00.000Z' };
  answer(getComplaints, { ...LIST, Complaints: [answered] } as never);
  answer(answerComplaint, answered as never);
  answer(endComplaint, { ...answered, State: 'Closed', EndedAt: '2026-12-02T01:00:00.000Z' } as never);
  await openScreen(paths.complaints(), { as: 'account' });
  await expect.element(page.getByText('You were partly right')).toBeVisible();
  await field('Add a message').fill('Thank you');
  await press('Send message');
  await expect
    .poll(() => sent(answerComplaint).map(({ body }) => body))
    .toEqual([{ ComplaintId: COMPLAINT.ComplaintId, Text: 'Thank you' }]);
  await press('That settles it');
  await page.getByRole('dialog').getByRole('button', { name: 'That settles it' }).click();
  await expect
    .poll(() => sent(endComplaint).map(({ body }) => body))
    .toEqual([{ ComplaintId: COMPLAINT.ComplaintId, How: 'settled' }]);
});

test.each(LANGUAGES)('a person without an account complains in %s, and is asked to open the link', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `complaints:${key}`, values);
  answer(sendComplaint, {
    Reference: COMPLAINT.Reference,
    AcknowledgeBy: COMPLAINT.AcknowledgeBy,
    AnswerBy: COMPLAINT.AnswerBy,
  });
  await openScreen(paths.complaint(), { language });
  await expectText(title, words('title'));
  await page.getByRole('radio', { name: words('about.treatment') }).click();
  await field(words('words.label')).fill('等了太久');
  await field(words('name.label')).fill('李伟');
  await press(words('send'));
  await expect.element(problems.nth(0)).toBeVisible();
  await expectAccessibleInBothSchemes();
  await field(words('email.label')).fill('li.wei@example.net');
  await press(words('send'));
  await expectText(title, words('sent.title'));
  await expect.element(page.getByText(words('sent.open'))).toBeVisible();
  await expectAccessibleInBothSchemes();
  expect(sent(sendComplaint).map(({ body }) => body)).toMatchObject([
    { Language: language, Name: '李伟', Way: 'email', Email: 'li.wei@example.net', Subject: 'treatment' },
  ]);
});

test('a link shows the complaint without leaving its secret in the address', async () => {
  answer(followComplaint, COMPLAINT);
  answer(answerFollowedComplaint, COMPLAINT);
  await openScreen(paths.complaintLink().replace(':token', TOKEN));
  await expect.element(page.getByRole('heading', { level: 2, name: 'Kate is looking into it' })).toBeVisible();
  await expectAt('/complaint/status');
  await field('Add a message').fill('One more thing');
  await press('Send message');
  await expect
    .poll(() => sent(answerFollowedComplaint).map(({ body }) => body))
    .toEqual([{ Token: TOKEN, Text: 'One more thing' }]);
  await expectAccessibleInBothSchemes();
});

test('a link that is not known says whom to call', async () => {
  refuse(followComplaint, 'token_invalid');
  await openScreen(paths.complaintLink().replace(':token', TOKEN));
  await expectText(title, 'This link doesn’t work');
});

test('a complaint that is closed meanwhile says so', async () => {
  answer(getComplaints, { ...LIST, Complaints: [COMPLAINT] } as never);
  refuse(answerComplaint, 'complaint_closed');
  await openScreen(paths.complaints(), { as: 'account' });
  await field('Add a message').fill('Thank you');
  await press('Send message');
  await expectText(alert.first(), /This complaint is closed/);
});
