import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import type { RowOf } from '../../calls/commands.ts';
import { answerRows, definition, given, givenDefinitions } from '../../../test-support/given-desk.ts';
import { givenOverview } from '../../../test-support/given-overview.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const figure = (label: string) =>
  page.getByRole('heading', { level: 2, name: label }).element().closest('section')?.textContent ?? '';

test('shows the figures of today beside the usual ones and those of the books', async () => {
  givenOverview();
  answerRows('money-held', [
    {
      cardholders: '4218906.12',
      atBank: '4218906.12',
      statement: '4218906.12',
      until: '2026-11-25',
      difference: '0.00',
      unexplained: '0.00',
    },
  ]);
  answerRows('purchases-today', [
    { day: '2026-11-26', purchases: 1_284, approved: '61902.40', declined: '3.1%', usuallyDeclined: '2.9%' },
  ]);
  answerRows('next-bank-files', [
    { method: 'bpay', day: '2026-11-27', closes: '2026-11-27T07:00:00.000Z', payments: 9, amount: '90.00' },
    { method: 'external', day: '2026-11-26', closes: '2026-11-26T05:00:00.000Z', payments: 212, amount: '38114.06' },
  ]);
  answerRows('programme', [
    {
      brand: 'wattle',
      name: 'Wattle',
      site: 'https://wattle.example',
      timeZone: 'Australia/Melbourne',
      colours: '/assets/brands/wattle/tokens.css',
    },
  ]);
  await openDesk('/');
  await expect.poll(() => figure('Money held for cardholders')).toMatch(/\$4,218,906\.12.*25 Nov/);
  await expect.poll(() => figure('Purchases today')).toMatch(/1,284.*\$61,902\.40 · 3\.1% declined · usual 2\.9%/);
  // The file that closes first: 4 pm in Melbourne.
  await expect.poll(() => figure('Next bank file closes')).toMatch(/4:00.pm.*26 Nov.* · 212 payments, \$38,114\.06/);
  await expectAccessibleInBothSchemes();
});

test('a programme without purchases, files or a statement has figures that say so', async () => {
  givenOverview();
  await openDesk('/');
  await expect.poll(() => figure('Money held for cardholders')).toMatch(/\$0\.00.*No bank statement yet/);
  await expect.poll(() => figure('Purchases today')).toMatch(/0$/);
  await expect.poll(() => figure('Next bank file closes')).toMatch(/None$/);
});

test('shows the sign-ins of today beside the usual ones, and names each part that runs', async () => {
  givenOverview();
  answerRows('sign-ins-today', [
    { day: '2026-11-26', people: 912, by: '2026-11-25T23:00:00.000Z', peopleBy: 840, usualBy: '1204' },
  ]);
  const row = { at: '', count: 0, by: '' };
  answerRows('running', [
    { ...row, part: 'network', state: 'ok', at: '2026-11-24T01:00:00.000Z' },
    { ...row, part: 'verify', state: 'broken', at: '2026-11-24T01:00:00.000Z', count: 2, by: 'night' },
    { ...row, part: 'replication', state: 'behind', count: 20480 },
  ]);
  answerRows('outside', [{ system: 'sms:2', failing: '', since: '', work: 'messages.sms', waiting: 3, oldest: '' }]);
  await openDesk('/');
  await expect.poll(() => figure('Cardholders signed in today')).toMatch(/912.*840 by 10:00.am · usual 1,204/);
  await expect.poll(() => figure('Books verified')).toMatch(/24 Nov.*2 broken places · run by night/);
  const running = () => page.getByRole('region', { name: 'Running' }).element().textContent ?? '';
  await expect.poll(running).toMatch(/Card network last purchase 24 Nov.*Books verified 24 Nov.*2 broken places/);
  await expect.poll(running).toMatch(/the standby is 20,?480 kB behind/);
  await expect.poll(running).toMatch(/Payment gateway answers, nothing waits/);
  // Messages wait, so they are not shown as running.
  expect(running()).not.toMatch(/Messages answers/);
  await expectAccessibleInBothSchemes();
});

test('what was never checked and a server without a standby are amber, and say so', async () => {
  givenOverview();
  const none = { state: 'none', at: '', count: 0, by: '' } as const;
  answerRows('running', [
    { ...none, part: 'network' },
    { ...none, part: 'verify' },
    { ...none, part: 'replication' },
  ]);
  await openDesk('/');
  await expect.poll(() => figure('Books verified')).toMatch(/Never.*No check of the books has run yet/);
  const dots = () =>
    ['no purchase yet', 'never verified', 'No standby'].map((words) => {
      const line = [...document.querySelectorAll('.running li')].find((one) => one.textContent?.includes(words));
      return line?.querySelector('.dot')?.className;
    });
  await expect.poll(dots).toEqual(['dot', 'dot dot--warn', 'dot dot--warn']);
});

test('names channels that are off, messages that were given up and orders that wait, and leads to what can be done', async () => {
  givenOverview();
  const off = { state: 'off', at: '', count: 0, by: '' } as const;
  answerRows('running', [
    { ...off, part: 'email' },
    { ...off, part: 'sms' },
    { ...off, part: 'cardMaker', count: 1 },
  ]);
  const dead = { kind: 'firstActivationCode', reason: 'channel_off', oldest: '2026-11-24T01:00:00.000Z' };
  answerRows('dead-messages', [
    { ...dead, channel: 'sms', messages: 49, canBeSent: 49 },
    { ...dead, channel: 'email', messages: 2, canBeSent: 0 },
  ]);
  await openDesk('/');
  const running = () => page.getByRole('region', { name: 'Running' }).element().textContent ?? '';
  await expect.poll(running).toContain('Mail off: it has no settings, so codes and notices by mail aren’t sent');
  await expect.poll(running).toContain('Texts off: they have no settings, so codes and notices by text aren’t sent');
  await expect.poll(running).toContain('Card maker no address is set, so 1 order waits');
  await expect.poll(running).toContain('Messages not sent 51 given up');
  // A channel that is off answers nothing.
  expect(running()).not.toMatch(/Messages answers/);
  await expect
    .element(page.getByRole('link', { name: 'Messages not sent' }))
    .toHaveAttribute('href', '/desk/all-commands/dead-messages');
  await expectAccessibleInBothSchemes();
});

test('an account to close names whose it is, beside its number', async () => {
  givenOverview();
  answerRows('closures', [
    {
      account: '200100017',
      person: 'holder:7',
      name: 'Amelia Chen',
      asked: '2026-11-25T01:00:00.000Z',
      balance: '12.00',
      interest: '0.00',
      held: '0.00',
      waitsFor: '',
      next: 'close-and-pay',
    },
  ]);
  await openDesk('/');
  const row = page.getByRole('row').filter({ hasText: 'Account to close' });
  await expect.element(row.getByText('Amelia Chen, 200 100 017', { exact: true })).toBeVisible();
});

test('payments that need a look are one row, counted by what its list shows', async () => {
  givenOverview();
  const stuck = { by: 'external', account: '', person: '', name: '', amount: '', why: '' };
  answerRows('payments-to-check', [
    { ...stuck, kind: 'inDoubt', item: '263300000779', since: '2026-11-24T01:00:00.000Z' },
    { ...stuck, kind: 'givenUp', item: '12', since: '2026-11-25T01:00:00.000Z' },
    { ...stuck, kind: 'givenUp', item: '13', since: '2026-11-25T02:00:00.000Z' },
  ]);
  await openDesk('/');
  const row = page.getByRole('row', { name: /3 payments need a look/ });
  await expect.element(row.getByText('1 in doubt · 2 given up')).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: /^3 payments need a look/ }))
    .toHaveAttribute('href', '/desk/payments?view=toCheck');
});

test('each case that waits leads to its own page', async () => {
  givenOverview();
  answerRows('disputes', [
    {
      dispute: '1042',
      state: 'Open',
      reason: 'NotReceived',
      amount: '184.00',
      refunded: '0.00',
      provisional: '0.00',
      openedAt: '2026-11-20T01:00:00.000Z',
      answerBy: '2026-11-28',
      resolution: null,
      person: 'holder:9',
      name: 'Li Wei',
    },
  ]);
  await openDesk('/');
  await expect.element(page.getByRole('row', { name: /Dispute of \$184\.00.*Li Wei/ })).toBeVisible();
  const to = () => [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
  await expect.poll(to).toContain('/desk/disputes/dispute/1042');
});

test('a change that a person took back leads to them, and says why it waits', async () => {
  givenOverview();
  answerRows('disputed-changes', [
    {
      change: '7',
      person: 'holder:48',
      name: 'Amelia Chen',
      what: 'email',
      made: '2026-11-25T01:00:00.000Z',
      disputed: '2026-11-25T03:00:00.000Z',
    },
  ]);
  await openDesk('/');
  const row = page.getByRole('row', { name: /Change that a person took back/ });
  await expect.element(row.getByText('Change 7, email')).toBeVisible();
  await expect.element(row.getByText(/^They say it wasn’t them/)).toBeVisible();
  await expect.element(row.getByRole('link', { name: /^Change that/ })).toHaveAttribute('href', '/desk/people/48');
});

test('what card processors told leads to its case, and their unmatched events to the connections', async () => {
  givenOverview();
  answerRows('told-cases', [
    {
      case: '2632500000041',
      state: 'Open',
      kind: 'correction',
      person: 'holder:9',
      name: 'Li Wei',
      account: '200100025',
      about: 'Corner Cafe',
      amount: '-3.00',
      posted: 'yes',
      message: 'p-1',
      named: '',
      made: '2026-11-21T01:00:00.000Z',
    },
  ]);
  const waiting = { kind: 'cleared', why: 'card', shop: '', card: 'ic_1', amount: '1.00', tries: 2, next: '' };
  answerRows('processor-trouble', [
    { ...waiting, connection: 'Cards', purchase: 'a', since: '2026-11-22T01:00:00.000Z' },
    { ...waiting, connection: 'Cards', purchase: 'b', since: '2026-11-23T01:00:00.000Z' },
  ]);
  await openDesk('/');
  const told = page.getByRole('row', { name: /Correction of \$3\.00/ });
  await expect.element(told.getByRole('link').first()).toHaveAttribute('href', '/desk/disputes/told/2632500000041');
  const events = page.getByRole('row', { name: /2 events of card processors/ });
  await expect.element(events.getByText('Cards', { exact: true })).toBeVisible();
  await expect.element(events.getByRole('link').first()).toHaveAttribute('href', '/desk/connections');
});

test('people whom no message reaches are one row, which leads to the queue of cases', async () => {
  givenOverview();
  const one = { person: 'holder:9', name: 'Li Wei', mobile: 'optedOut', email: 'failing' } as const;
  answerRows('unreached-people', [
    { ...one, since: '2026-11-21T01:00:00.000Z' },
    { ...one, person: 'holder:7', name: 'Amelia Chen', since: '2026-11-22T01:00:00.000Z' },
  ]);
  await openDesk('/');
  const row = page.getByRole('row', { name: /2 people our messages don’t reach/ });
  await expect.element(row.getByText('They get no codes or notices. Call or write to them')).toBeVisible();
  await expect.element(row.getByRole('link').first()).toHaveAttribute('href', '/desk/disputes');
});

test('a complaint that is due leads to it, and what rules noticed is one row, which leads to the rules', async () => {
  givenOverview();
  answerRows('complaints', [
    complaint({ complaint: '2633500000011', next: 'answer', due: '2026-12-02', name: 'Li Wei', subject: 'fee' }),
    complaint({ complaint: '2633500000029', next: 'afca', due: '', name: 'Noah Patel' }),
  ]);
  answerRows('rule-decisions', [
    decision({ purchase: '11', at: '2026-11-21T01:00:00.000Z' }),
    decision({ purchase: '12', at: '2026-11-21T02:00:00.000Z' }),
  ]);
  await openDesk('/');
  const due = page.getByRole('row', { name: /Complaint to answer/ });
  await expect.element(due.getByText('2633500000011, fee')).toBeVisible();
  await expect.element(due.getByText('2 Dec 2026')).toBeVisible();
  await expect.element(due.getByRole('link').first()).toHaveAttribute('href', '/desk/complaints/2633500000011');
  // AFCA decides it now.
  await expect.element(page.getByText('Noah Patel')).not.toBeInTheDocument();
  const rule = page.getByRole('row', { name: /2 purchases that rules noticed/ });
  await expect.element(rule.getByText('Small amounts online', { exact: true })).toBeVisible();
  await expect.element(rule.getByRole('link').first()).toHaveAttribute('href', '/desk/rules');
});

test('a name like one of the sanctions list waits for managers, and is never asked for by others', async () => {
  givenOverview();
  const hit: RowOf<'sanctions-hits'> = {
    hit: '7',
    kind: 'payment',
    object: 'payment:902',
    name: 'Balkan Metals Export Ltd',
    born: '',
    reference: '103',
    listedName: 'Balkan Metals Export',
    listedBorn: '',
    likeness: 96,
    threshold: 85,
    source: 'DFAT',
    state: 'Open',
    found: '2026-11-25T02:00:00.000Z',
    decided: '',
    decidedBy: '',
  };
  answerRows('sanctions-hits', [hit]);
  givenDefinitions(definition('sanctions-hits', { permission: 'decide' }));
  await openDesk('/');
  const row = page.getByRole('row', { name: /1 name like one of the sanctions list/ });
  await expect.element(row.getByText('Balkan Metals Export Ltd')).toBeVisible();
  await expect.element(row.getByRole('link').first()).toHaveAttribute('href', '/desk/sanctions');
});

test('an agent’s overview asks for no name of the sanctions list', async () => {
  givenOverview();
  givenDefinitions(definition('sanctions-hits', { permission: 'decide', mayGive: false }));
  await openDesk('/');
  await expect.poll(() => figure('Next bank file closes')).toMatch(/None$/);
  expect(given('sanctions-hits')).toEqual([]);
});

function complaint(facts: Partial<RowOf<'complaints'>>): RowOf<'complaints'> {
  return {
    complaint: '',
    state: 'Working',
    person: 'holder:9',
    name: '',
    subject: 'other',
    words: 'A fee was taken twice',
    wish: '',
    way: 'email',
    contact: '',
    confirmed: true,
    opened: '2026-11-02T01:00:00.000Z',
    takenBy: '',
    handler: '',
    next: '',
    due: '',
    overdue: false,
    acknowledgeBy: '',
    answerBy: '',
    acknowledged: '',
    answered: '',
    ended: '',
    outcome: '',
    remedy: '',
    receipt: '',
    ...facts,
  };
}

function decision(facts: Partial<RowOf<'rule-decisions'>>): RowOf<'rule-decisions'> {
  return {
    purchase: '',
    rule: '3',
    ruleName: 'Small amounts online',
    version: 1,
    action: 'decline',
    at: '',
    person: 'holder:9',
    name: 'Li Wei',
    card: 'card:9',
    ending: '1112',
    shop: 'Corner Cafe',
    amount: '1.00',
    why: '',
    seenBy: '',
    ...facts,
  };
}
