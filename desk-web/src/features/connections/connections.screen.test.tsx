import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, title } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { RowOf } from '../../calls/commands.ts';
import type { Connection, Message, Purchase } from './use-connections.ts';

const CARDS: Connection = {
  connection: 'Wattle cards',
  number: 3,
  processor: 'stripe',
  state: 'on',
  address: '/processors/9b2e/',
  deadlineMs: 2000,
  answerByMs: 1500,
  silence: 'leave',
  atProcessor: 'declines',
  asked: 1284,
  approved: 1244,
  declined: 39,
  silent: 1,
  late: 0,
  lastLate: '',
  adopted: 3,
  unmatched: 2,
  cases: 1,
  notUnderstood: 0,
  unknownWords: 4,
  differing: 1,
  p50: 15,
  p99: 60,
  usedMs: 'authorise 15/60',
  secretDaysLeft: 14,
  secretDays: 'asks ASKS 23, events EVENTS 351',
  last: '2026-11-25T23:41:58.000Z',
  balance: '5200.00',
  balanceAt: '2026-11-25T23:00:00.000Z',
  leastBalance: '6000.00',
};

const STORY: Purchase = {
  connection: 'Wattle cards',
  processor: 'stripe',
  purchase: 'iauth_1',
  reference: 'p-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  person: 'holder:9',
  name: 'Amelia Chen',
  account: '200100017',
  card: 'card:49',
  ending: '0017',
  shop: 'Harbour Bakery',
  city: 'Hobart',
  country: 'AU',
  mcc: '5814',
  channel: 'contactless',
  wallet: 'apple',
  expiry: 'match',
  pin: 'absent',
  cvv2: 'notChecked',
  threeDs: '',
  liability: '',
  risk: '12',
  cash: '',
  amount: '18.45',
  state: 'approved',
  held: '16.45',
  heldUntil: '2026-12-03T01:00:00.000Z',
  cleared: '',
  told: 'approved',
  toldAt: '2026-11-25T23:12:04.000Z',
  toldAmount: '18.45',
  decidedBy: 'us',
  differed: '',
  theirReason: '',
  asksAgain: '',
  unconfirmed: 'no',
  unknownWords: '',
};
const ASK: Message = {
  side: 'asked',
  kind: 'authorise',
  at: '2026-11-25T23:12:03.000Z',
  happened: '',
  amount: '18.45',
  outcome: 'approved',
  did: '',
  usedMs: '14',
  reply: '200 {"approved":true}',
  waitsFor: '',
  tries: 0,
  next: '',
};
const TOLD: Message = { ...ASK, side: 'told', kind: 'decided', outcome: 'confirmed', usedMs: '', reply: '' };
const HOLD: Message = { ...TOLD, kind: 'holdSet', amount: '16.45', outcome: 'done' };
const CHECKS: readonly RowOf<'processor-checks'>[] = [
  { ask: 1, check: 'card', result: 'passed', reason: '' },
  { ask: 1, check: 'limit', result: 'failed', reason: 'overLimit' },
  { ask: 1, check: 'money', result: 'notMade', reason: '' },
];

const change = definition('change-connection', {
  needsApproval: true,
  inputs: [
    { name: 'connection', isRequired: true, isSwitch: false, takes: 'the name of a connection' },
    { name: 'eventsKey', isRequired: false, isSwitch: false, takes: 'the name of a secret' },
    { name: 'dropOldKeys', isRequired: false, isSwitch: true, takes: '' },
  ],
});

const LATEST: RowOf<'processor-purchases'> = {
  purchase: 'iauth_1',
  reference: STORY.reference,
  last: '2026-11-25T23:20:40.000Z',
  shop: 'Harbour Bakery',
  amount: '18.45',
  answered: 'approved',
  told: 'approved',
  differed: '',
  messages: 3,
  waits: 'no',
};

const SECRET: RowOf<'connection-secrets'> = {
  purpose: 'events',
  name: 'EVENTS',
  newest: 'yes',
  named: '2025-12-10T00:00:00.000Z',
  days: 351,
  due: '2026-12-10T00:00:00.000Z',
  daysLeft: 14,
};

function givenOne(): void {
  answerRows('connections', [CARDS]);
  answerRows('differing-cards', []);
  answerRows('connection-times', [
    { kind: 'authorise', asked: 1284, approved: 1244, declined: 39, silent: 1, p50: 15, p99: 60 },
  ]);
  answerRows('processor-trouble', [
    {
      connection: 'Wattle cards',
      purchase: 'iauth_7',
      kind: 'cleared',
      why: 'purchase',
      shop: 'Metro Fuel',
      card: 'ic_77',
      amount: '63.20',
      since: '2026-11-25T21:05:00.000Z',
      tries: 3,
      next: '',
    },
  ]);
  answerRows('connection-secrets', [SECRET, { ...SECRET, name: 'OLD', newest: 'no', days: 716, daysLeft: -351 }]);
  answerRows('processor-words', [
    {
      connection: 'Wattle cards',
      field: 'wallet',
      word: 'ring_pay',
      times: 7,
      first: '2026-11-20T01:00:00.000Z',
      last: '2026-11-25T01:00:00.000Z',
    },
  ]);
  answerRows('processor-purchases', [{ ...LATEST, purchase: 'iauth_2', shop: 'Tram Stop' }, LATEST]);
}

function givenStory({ facts = STORY, messages = [ASK, TOLD, HOLD] as readonly Message[], checks = CHECKS } = {}): void {
  givenOne();
  answerRows('processor-purchase', [facts]);
  answerRows('processor-messages', messages);
  answerRows('processor-checks', checks);
}

const STORY_AT = '/connections/3/purchases/iauth_1';

describe('the list of connections', () => {
  beforeEach(givenOne);

  test('shows how each answers and what waits, and leads to it', async () => {
    await openDesk('/connections');
    await expectText(title, 'Connections');
    const one = page.getByRole('region', { name: /^Wattle cards/ });
    const shown = ['Stripe', 'Some silent', '1,284', '1,283', 'in 14 days', '1 card differs'];
    for (const words of shown) await expect.element(one.getByText(words, { exact: words === '1,284' })).toBeVisible();
    await expect
      .element(one.getByText('Half of the answers within 15 ms, 99 of 100 within 60 of 2,000 ms'))
      .toBeVisible();
    await expectAccessibleInBothSchemes();
    await one.getByRole('link', { name: 'Wattle cards' }).click();
    await expectText(title, /^Wattle cards/);
  });

  test('a manager asks for another one, and a second person has to approve it', async () => {
    givenDefinitions(
      definition('add-connection', {
        needsApproval: true,
        inputs: [
          { name: 'name', isRequired: true, isSwitch: false, takes: 'the name of a connection' },
          { name: 'processor', isRequired: true, isSwitch: false, takes: 'the name of a card processor, as stripe' },
        ],
      }),
    );
    answerCommand('add-connection', () => waits('41', '2026-11-27T10:00:00.000Z'));
    await openDesk('/connections');
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByLabelText('Name').fill('More cards');
    await page.getByLabelText('Processor').fill('lithic');
    await page.getByLabelText('Reason').fill('The contract');
    await page.getByRole('button', { name: 'Ask for the connection' }).click();
    await expect.element(page.getByText(/^Request 41 waits for a second person/)).toBeVisible();
    expect(given('add-connection')[0]).toMatchObject({
      input: { name: 'More cards', processor: 'lithic' },
      reason: 'The contract',
    });
  });

  test('who may not add one finds no button', async () => {
    givenDefinitions(definition('add-connection', { mayGive: false }));
    await openDesk('/connections');
    await expect.element(page.getByText('Wattle cards', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add a connection' })).not.toBeInTheDocument();
  });

  test('a card that differs gets our state again', async () => {
    answerRows('differing-cards', [
      {
        card: 'card:49',
        connection: 'Wattle cards',
        id: 'ic_49',
        ending: '0017',
        ours: 'on',
        theirs: 'off',
        since: '2026-11-25T01:00:00.000Z',
      },
      {
        card: '',
        connection: 'Wattle cards',
        id: 'ic_50',
        ending: '0025',
        ours: '',
        theirs: 'on',
        since: '2026-11-25T02:00:00.000Z',
      },
    ]);
    givenDefinitions(definition('send-card-state'));
    answerCommand('send-card-state', () => Response.json({ rows: [], hasMore: false }));
    await openDesk('/connections');
    await expect.element(page.getByText('Ending 0025, not a card of ours')).toBeVisible();
    const send = page.getByRole('button', { name: 'Send our state' });
    await send.click();
    await send.last().click();
    await expect.element(page.getByText('Done.')).toBeVisible();
    expect(given('send-card-state')[0]?.input).toEqual({ card: 'card:49' });
  });
});

describe('one connection', () => {
  test('shows its figures, what waits, its secrets and unknown words', async () => {
    givenOne();
    givenDefinitions(change);
    await openDesk('/connections/3');
    await expectText(title, /^Wattle cards/);
    await expect.element(page.getByText('Stripe declines.')).toBeVisible();
    await expect.element(page.getByText('$5,200.00, below $6,000.00')).toBeVisible();
    await expect.element(page.getByText('1,244 approved, 39 declined')).toBeVisible();
    await expect.element(page.getByText('Half within 15 ms, 99 of 100 within 60 ms')).toBeInTheDocument();
    await expect.element(page.getByText('Cleared: no purchase of ours')).toBeVisible();
    await expect.element(page.getByText('due 10 Dec 2026')).toBeVisible();
    await expect.element(page.getByText('ring_pay')).toBeVisible();
    await expectAccessibleInBothSchemes();
  });

  test('a secret is replaced by a request that names the new one alone', async () => {
    givenOne();
    givenDefinitions(change);
    answerCommand('change-connection', () => waits('42', '2026-11-27T10:00:00.000Z'));
    await openDesk('/connections/3');
    await page.getByRole('button', { name: 'Replace Signing, told events' }).click();
    await page.getByLabelText(/^Name of the secret for told events/).fill('NEXT');
    await page.getByLabelText('Reason').fill('A year old');
    await page.getByRole('button', { name: 'Ask for the new secret' }).click();
    await expect.element(page.getByText(/^Request 42 waits/)).toBeVisible();
    expect(given('change-connection')[0]?.input).toEqual({ connection: 'Wattle cards', eventsKey: 'NEXT' });
  });

  test('replaced secrets are dropped by a request', async () => {
    givenOne();
    givenDefinitions(change);
    answerCommand('change-connection', () => waits('43', '2026-11-27T10:00:00.000Z'));
    await openDesk('/connections/3');
    const drop = page.getByRole('button', { name: 'Drop replaced secrets' });
    await drop.click();
    await page.getByLabelText('Reason').fill('Set at Stripe');
    await drop.click();
    await expect.element(page.getByText(/^Request 43 waits/)).toBeVisible();
    expect(given('change-connection')[0]?.input).toEqual({ connection: 'Wattle cards', dropOldKeys: true });
  });

  test('is switched off by a request', async () => {
    givenOne();
    givenDefinitions(change, definition('switch-connection', { needsApproval: true }));
    answerCommand('switch-connection', () => waits('44', '2026-11-27T10:00:00.000Z'));
    await openDesk('/connections/3');
    await page.getByRole('button', { name: 'Switch off' }).click();
    await expect.element(page.getByText(/^Every purchase of this processor’s cards is silence/)).toBeVisible();
    await page.getByLabelText('Reason').fill('Fraud');
    await page.getByRole('button', { name: 'Switch off' }).last().click();
    await expect.element(page.getByText(/^Request 44 waits/)).toBeVisible();
    expect(given('switch-connection')[0]?.input).toEqual({ connection: 'Wattle cards', state: 'off' });
  });

  test('of another programme is not there', async () => {
    givenOne();
    await openDesk('/connections/4');
    await expect.element(page.getByText('There’s no such connection in your programme.')).toBeVisible();
  });
});

describe('one purchase', () => {
  test('is told from its ask to what was told, and read again', async () => {
    givenStory();
    givenDefinitions(definition('read-told-again'));
    answerCommand('read-told-again', () => Response.json({ rows: [], hasMore: false }));
    await openDesk(STORY_AT);
    await expect.element(page.getByRole('heading', { name: /^Harbour Bakery, \$18\.45/ })).toBeVisible();
    await expect
      .element(page.getByText(/Hold \$18\.45 · tap · kind of shop 5814 · Hobart AU · expiry matches/))
      .toBeVisible();
    await expect.element(page.getByText('after 14 ms')).toBeVisible();
    const checks = page.getByRole('listitem').filter({ hasText: 'Daily limit' });
    await expect.element(checks.getByText('Over the limit')).toBeVisible();
    await expect.element(page.getByText('not reached')).toBeVisible();
    await page.getByText('Exact answer').click();
    await expect.element(page.getByText('200 {"approved":true}')).toBeVisible();
    const told = page.getByRole('region', { name: /^What they told us/ });
    await expect.element(told.getByText('As we said')).toBeVisible();
    await expect.element(told.getByText('$16.45')).toBeVisible();
    await expectAccessibleInBothSchemes();
    await page.getByRole('button', { name: 'Read told events again' }).click();
    await expect.element(page.getByText('Done.')).toBeVisible();
    expect(given('read-told-again')[0]?.input).toEqual({ connection: 'Wattle cards', purchase: 'iauth_1' });
  });

  test('that was not asked about and has no card of ours waits, and says for what', async () => {
    const nobody = { person: '', name: '', account: '', card: '', ending: '', state: '', told: '', held: '' };
    givenStory({
      facts: { ...STORY, ...nobody, decidedBy: '' },
      messages: [
        { ...TOLD, kind: 'cleared', outcome: '', waitsFor: 'card', tries: 3, next: '2026-11-26T09:00:00.000Z' },
      ],
      checks: [],
    });
    await openDesk(STORY_AT);
    await expect.element(page.getByText('The processor didn’t ask us about this.')).toBeVisible();
    await expect.element(page.getByText('Not in our books')).toBeVisible();
    await expect.element(page.getByText(/^tried 3 times, again/)).toBeVisible();
    // A viewer may not read it again.
    await expect.element(page.getByRole('button', { name: 'Read told events again' })).not.toBeInTheDocument();
  });

  test('without a result says when the processor is asked', async () => {
    givenStory({
      facts: { ...STORY, told: '', decidedBy: '', asksAgain: '2026-11-25T23:22:03.000Z' },
      messages: [{ ...ASK, outcome: 'silent', did: 'late', reply: '' }],
      checks: [],
    });
    await openDesk(STORY_AT);
    await expect.element(page.getByText('Silence: no decision in time')).toBeVisible();
    await expect.element(page.getByText(/^Nothing yet. We ask Stripe/)).toBeVisible();
  });

  test('is opened by its id, and leads to those beside it', async () => {
    givenStory();
    await openDesk('/connections/3');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByText('Enter an id or a reference')).toBeVisible();
    await page.getByLabelText('Id at the processor, or our reference').fill('iauth/1 ');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByRole('heading', { name: /^Harbour Bakery/ })).toBeVisible();
    expect(given('processor-purchase')[0]?.input).toEqual({ connection: 'Wattle cards', purchase: 'iauth/1' });
    await page.getByRole('link', { name: 'Newer purchase' }).click();
    await expect
      .poll(() => given('processor-purchase').at(-1)?.input)
      .toEqual({
        connection: 'Wattle cards',
        purchase: 'iauth_2',
      });
  });
});
