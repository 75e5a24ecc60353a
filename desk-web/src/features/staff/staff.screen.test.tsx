import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press, title } from '../../../../web/test-support/by-hand.ts';
import type { RowOf } from '../../calls/commands.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const KATE: RowOf<'staff'> = {
  name: 'kate',
  fullName: 'Kate Lowe',
  role: 'manager',
  status: 'active',
  until: '',
  factors: 'passkey, app',
  since: '2025-03-01T00:00:00Z',
  lastHere: new Date().toISOString(),
  sessions: 1,
  isYou: true,
};
const OMAR: RowOf<'staff'> = { ...KATE, name: 'omar', fullName: 'Omar Aziz', role: 'agent', factors: '', isYou: false };

const give = (name: string, inputs: readonly string[] = []) =>
  definition(name, {
    permission: 'staff',
    needsApproval: name === 'change-role',
    inputs: inputs.map((one) => ({
      name: one,
      isRequired: true,
      isSwitch: false,
      takes: 'a name',
      ...(one === 'role' && { choices: ['viewer', 'agent', 'manager'] }),
    })),
  });

test('a member shows what the role may do, and another role is asked for by two people', async () => {
  givenDefinitions(give('add-staff'), give('staff-sessions'), give('change-role', ['name', 'role']));
  answerRows('staff', [KATE, OMAR]);
  await openDesk('/staff');
  await expectText(title, 'Staff and settings');
  await expect.element(page.getByText(/^Only Kate Lowe can approve/)).toBeVisible();
  await page.getByRole('link', { name: 'Omar Aziz' }).click();
  await expect.element(page.getByText('An agent may')).toBeVisible();
  await expect.element(page.getByText('Not: approve requests')).toBeVisible();
  await expectAccessibleInBothSchemes();
  answerCommand('change-role', () => waits('41', '2026-11-27T10:00:00.000Z'));
  await press('Change role');
  const form = page.getByRole('region', { name: 'Change role' });
  await form.getByLabelText('Role').selectOptions('manager');
  await form.getByLabelText('Reason', { exact: true }).fill('New duties');
  await form.getByRole('button', { name: 'Change role' }).click();
  await expect
    .poll(() => given('change-role').map(({ input, reason }) => [input, reason]))
    .toEqual([[{ name: 'omar', role: 'manager' }, 'New duties']]);
});

test('a session of a colleague is ended, and the own one is marked', async () => {
  const session = { since: KATE.lastHere, lastActive: KATE.lastHere, ends: KATE.lastHere };
  givenDefinitions(give('staff-sessions'), give('end-staff-session', ['session']));
  answerRows('staff-sessions', [
    { ...session, session: 'one', name: 'kate', fullName: 'Kate Lowe', isYours: true },
    { ...session, session: 'two', name: 'omar', fullName: 'Omar Aziz', isYours: false },
  ]);
  answerCommand('end-staff-session', () =>
    Response.json({ rows: [], hasMore: false, done: { words: 'A session of Omar Aziz is ended.' } }),
  );
  await openDesk('/staff/sessions');
  await expect.element(page.getByText('Yours')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('End session of Omar Aziz');
  await expect.element(page.getByText('A session of Omar Aziz is ended.')).toBeVisible();
  expect(given('end-staff-session').map(({ input }) => input)).toEqual([{ session: 'two' }]);
});

test('settings of the programme are listed, and a change is asked for', async () => {
  givenDefinitions(definition('set-mail-sender', { title: 'Set the sender of mail', needsApproval: true }));
  answerRows('identity', [
    {
      part: 'mail',
      works: true,
      settings: 'from hello@harbour.example',
      since: '2026-11-01T00:00:00.000Z',
      askedBy: 'Kate Lowe',
      approvedBy: 'Omar Aziz',
    },
  ]);
  await openDesk('/staff/settings');
  await expect.element(page.getByText('from hello@harbour.example')).toBeVisible();
  await expect.element(page.getByText('Kate Lowe and Omar Aziz')).toBeVisible();
  await press('Set the sender of mail');
  await expect.element(page.getByText('It changes once a second person approves it.')).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('the last day of a member is shown, and asked for by two people', async () => {
  givenDefinitions(
    give('change-role', ['name', 'role']),
    definition('limit-staff', {
      permission: 'staff',
      needsApproval: true,
      inputs: ['name', 'until'].map((name) => ({
        name,
        isRequired: name === 'name',
        isSwitch: false,
        takes: name === 'until' ? 'a day: yyyy-MM-dd' : 'a name',
      })),
    }),
  );
  // A manager whose access ends soon does not count as one who can always approve.
  answerRows('staff', [KATE, { ...OMAR, role: 'manager', until: '2026-12-31' }]);
  answerCommand('limit-staff', () => waits('44', '2026-11-27T10:00:00.000Z'));
  await openDesk('/staff/people/omar');
  await expect.element(page.getByText('Until 31 Dec 2026')).toBeVisible();
  await expect.element(page.getByText(/^Only Kate Lowe can approve/)).toBeVisible();
  await press('Set a last day');
  const form = page.getByRole('region', { name: 'Set a last day' });
  await form.getByLabelText('Reason', { exact: true }).fill('Stays on');
  await expectAccessibleInBothSchemes();
  await form.getByRole('button', { name: 'Set a last day' }).click();
  await expect.poll(() => given('limit-staff').map(({ input }) => input)).toEqual([{ name: 'omar' }]);
});

test('phone hours of each brand and the holidays of a year are listed', async () => {
  answerRows('support-hours', [
    {
      brand: 'wattle',
      name: 'Wattle',
      phone: '1300 000 000',
      weekdays: '08:00-20:00',
      saturday: '09:00-13:00',
      sunday: '',
      timeZone: 'Australia/Melbourne',
    },
    {
      brand: 'stumps',
      name: 'Stumps',
      phone: '1300 000 001',
      weekdays: '',
      saturday: '',
      sunday: '',
      timeZone: 'Australia/Perth',
    },
  ]);
  answerRows('holidays', ({ input }) => [
    { day: `${String(input['year'])}-11-03`, name: 'Melbourne Cup', states: 'VIC', areBanksClosed: false },
    { day: `${String(input['year'])}-12-25`, name: 'Christmas Day', states: 'NSW, VIC', areBanksClosed: true },
  ]);
  await openDesk('/staff/hours');
  await expect.element(page.getByRole('row', { name: /Wattle.*08:00 – 20:00.*09:00 – 13:00.*Closed/ })).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /Stumps.*Perth time.*Not given Not given Not given/ }))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Melbourne Cup VIC Open/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Christmas Day NSW, VIC Closed/ })).toBeVisible();
  await expectAccessibleInBothSchemes();
  const year = Number(given('holidays').at(-1)?.input['year']);
  await press(String(year + 1));
  await expect.poll(() => given('holidays').at(-1)?.input).toEqual({ year: String(year + 1) });
});
