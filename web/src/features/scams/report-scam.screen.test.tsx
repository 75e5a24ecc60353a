import { getScamReport, reportScam, SCAM_OUTCOMES, type ScamReport } from '@wattle/contract/scams/report-scam.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, expectAt, expectText, press, title } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { paths } from '../../paths.ts';

const RECEIPT = '263300001033';
const ASKED = { accountNumber: '200100017', receiptNumber: RECEIPT };
const REPORT: ScamReport = {
  Reference: '263300001041',
  Outcome: 'Stopped',
  ReportedAt: '2026-11-26T02:00:00Z',
  IsOpen: true,
  IsBlocked: true,
};
const PAYMENT = { Name: 'Jordan Blake', Amount: 350, WouldBe: 'Stopped', Report: null } as const;

beforeEach(() => {
  givenAccount();
  answer(getScamReport, PAYMENT);
});

test.each(LANGUAGES)('a report says what will happen, and then what to do, in %s', async (language) => {
  const words = (key: string, values = {}) => wordsIn(language, `scams:${key}`, values);
  answer(reportScam, () => {
    answer(getScamReport, { ...PAYMENT, Report: REPORT });
    return REPORT;
  });
  await openScreen(paths.reportScam(RECEIPT), { as: 'account', language });
  await expectText(title, words('question'));
  await expect.element(page.getByText(words('will.Stopped'))).toBeVisible();
  await expect.element(page.getByText(words('will.block', { name: 'Jordan Blake' }))).toBeVisible();
  expect(sent(reportScam)).toEqual([]);
  await expectAccessibleInBothSchemes();
  await press(words('report'));
  await expectText(title, words('done.Stopped', { name: 'Jordan Blake' }));
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText(REPORT.Reference)).toBeVisible();
  await expectAccessibleInBothSchemes();
  expect(sent(reportScam).map(({ body }) => body)).toEqual([ASKED]);
});

test.each(SCAM_OUTCOMES)('a payment that was reported shows its outcome again: %s', async (Outcome) => {
  answer(getScamReport, { ...PAYMENT, WouldBe: Outcome, Report: { ...REPORT, Outcome } });
  await openScreen(paths.reportScam(RECEIPT), { as: 'account' });
  await expectText(title, wordsIn('enAU', `scams:done.${Outcome}`, { name: 'Jordan Blake' }));
  await expect.poll(() => document.title).toMatch(/^Scam reported/);
  await expectAccessibleInBothSchemes();
});

test('a report that did not go through says so, and can be sent again', async () => {
  fail(reportScam, 503);
  await openScreen(paths.reportScam(RECEIPT), { as: 'account' });
  await press('Report scam');
  await expectText(alert, /^Your report didn’t go through/);
  await expectAccessibleInBothSchemes();
});

test('an unknown payment leads to the transactions', async () => {
  refuse(getScamReport, 'not_found', 'receiptNumber');
  await openScreen(paths.reportScam('12'), { as: 'account' });
  await expectAt('/transactions');
});
