import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { answerRows, definition, given, givenDefinitions } from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import { shows } from '../../../test-support/shows.ts';

const MESSAGE = {
  message: '77',
  at: '2026-11-25T23:12:31.000Z',
  outcome: 'declined',
  reason: 'overLimit',
  person: 'holder:9',
  name: 'Priya Nair',
  card: 'card:49',
  ending: '0231',
  shop: 'Northside Travel',
  amount: '890.00',
};

beforeEach(() => {
  givenDefinitions(definition('audit-log'), definition('replay-webhook'));
  answerRows('network-messages', [MESSAGE]);
  answerRows('network-message', [
    {
      ...MESSAGE,
      reference: 'p-7k2mq4',
      purchaseReceipt: '26330000017',
      channel: 'online',
      mcc: '4722',
      place: '',
      country: 'AU',
      code: '61',
      approvalCode: '',
      response: '{"answer": "61"}',
      rule: '',
      figures: '',
    },
  ]);
  answerRows('network-checks', [
    { check: 'category', result: 'passed', reason: '' },
    { check: 'limit', result: 'failed', reason: 'overLimit' },
    { check: 'rules', result: 'notMade', reason: '' },
  ]);
});

test('a purchase is shown with its checks in order and the answer', async () => {
  await openDesk('/events');
  await page.getByRole('button', { name: 'Declined' }).click();
  await expect.poll(() => given('network-messages').at(-1)?.input).toEqual({ declined: true });
  await page
    .getByRole('row', { name: /Northside Travel/ })
    .getByRole('link')
    .click();
  await shows('Daily limit');
  await shows('not reached');
  await shows('{"answer": "61"}');
  await expectAccessibleInBothSchemes();
});

test('webhooks are shown with the attempts of one event', async () => {
  answerRows('webhooks', [
    {
      endpoint: 'Ledger',
      url: 'https://hooks.example.com/wattle',
      events: 'card.*',
      state: 'on',
      disabledFor: '',
      failingSince: '',
      waiting: 3,
      notDelivered: 0,
      secretSince: '2026-11-01T00:00:00.000Z',
      formerUntil: '',
    },
  ]);
  answerRows('webhook-events', [
    {
      event: 'evt_9',
      type: 'card.state_changed',
      object: 'card:49',
      at: '2026-11-25T22:58:02.000Z',
      state: 'done',
      attempts: 2,
      nextAt: '',
    },
  ]);
  answerRows('webhook-attempts', [
    { at: '2026-11-25T22:58:02.000Z', event: 'evt_9', type: 'card.state_changed', attempt: 1, answer: '503', ms: 212 },
  ]);
  await openDesk('/events/webhooks');
  await page.getByRole('button', { name: 'card.state_changed' }).click();
  await shows('503');
  await shows('212 ms');
  await expectAccessibleInBothSchemes();
});

test('the audit log is filtered, and saved', async () => {
  answerRows('audit-log', [
    {
      line: '2026000000000041',
      at: '2026-11-25T22:58:02.000Z',
      actor: 'staff:3',
      name: 'Omar Aziz',
      action: 'desk.approve',
      object: 'request:41',
      outcome: 'ok',
      request: 'r-1',
      details: '',
    },
  ]);
  await openDesk('/events/audit');
  await shows('Omar Aziz');
  await page.getByLabelText('Who did it').fill('staff:3');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => given('audit-log').at(-1)?.input).toEqual({ actor: 'staff:3' });
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect(press).toHaveBeenCalledOnce();
  await expectAccessibleInBothSchemes();
});

test('messages that went out say how far each has got, beside the systems that do not answer', async () => {
  const sent = {
    at: '2026-11-25T22:58:02.000Z',
    kind: 'paymentReturned',
    channel: 'email',
    brand: 'Stumps',
    person: 'holder:48',
    name: 'Li Wei',
    state: 'delivered',
    tries: 1,
    error: '',
  };
  answerRows('outbox', [
    { ...sent, message: '9' },
    { ...sent, message: '8', person: '', name: '', state: 'failed', error: 'channel_off' },
  ]);
  answerRows('outside', [
    { system: 'sms', failing: 'timeout', since: '2026-11-25T22:00:00.000Z', work: '', waiting: 3, oldest: '' },
  ]);
  await openDesk('/events/messages');
  await expect.element(page.getByRole('link', { name: 'Li Wei' })).toHaveAttribute('href', '/desk/people/48');
  await shows('A guest');
  await shows('3 wait');
  await shows(/^Doesn’t answer since/);
  await expectAccessibleInBothSchemes();
});
