import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { giveAbout, givenComplaint } from '../../../test-support/complaints.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('the report of a period has a line for each complaint, without names or words, and the figures count the same', async () => {
  const complaint = await givenComplaint(test);
  const { brand } = complaint.card;
  await givenComplaint(test, 'Received', { brand });
  test.ctx.setBusinessTime('2026-11-23T01:00:00Z');
  await giveAbout(test, complaint, 'acknowledge-complaint');
  test.ctx.setBusinessTime('2026-12-01T02:00:00Z');
  await giveAbout(test, complaint, 'answer-complaint', { words: 'You are partly right.', outcome: 'part' });
  const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  const report = async (from: string, to: string) => {
    const { body } = await give(test, staff, 'complaint-report', { input: { from, to } });
    return Buffer.from(String(body.rows?.[0]?.['content']), 'base64').toString().trim().split('\r\n');
  };
  const [, first, second] = await report('2026-11-20', '2026-11-20');
  const [sold] = await test.ctx.asOwner<{ name: string }>(
    'SELECT p.name FROM card k JOIN product p ON p.id = k.product_id WHERE k.id = $1',
    [complaint.card.id],
  );
  // Opened on Friday, first reply on Monday before 1 pm, answer after 11 days.
  expect(first).toBe(
    `${complaint.reference},2026-11-20,portal,${sold?.name},fee,Answered,part,2026-11-23,yes,2026-12-01,11,,,,${first?.split(',').at(-1)}`,
  );
  expect(first).toMatch(/,Member \d+$/);
  expect(second).toContain(',2026-11-20,portal,');
  expect(await report('2026-11-21', '2026-12-31')).toHaveLength(1);
  // The other one has had no first reply by Monday at 1 pm.
  expect((await give(test, staff, 'complaint-figures')).body.rows).toEqual([
    { open: 1, overdue: 1, afca: 0, acknowledged: 1, acknowledgedInTime: 1, answered: 1, answeredInTime: 1 },
  ]);
});
