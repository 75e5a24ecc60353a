import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import {
  button,
  expectAt,
  expectText,
  expectTexts,
  field,
  heading,
  press,
} from '../../../../web/test-support/by-hand.ts';
import {
  answerCall,
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  refusal,
} from '../../../test-support/given-desk.ts';
import { LOAD_REQUEST as LOAD } from '../../../test-support/given-request.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { Request } from './use-requests.ts';

const AS_ASKED = { since: '', beforeAsked: '', changeAsked: '', attachments: 0, seen: '00112233aabb' };
const OWN: Request = { ...LOAD, request: '40', isOwn: true, askedByName: 'Kate Lowe', object: '' };

/** The requests in their present state: a decision changes them. */
let requests: Request[];

beforeEach(() => {
  requests = [LOAD, OWN];
  givenDefinitions(definition('approve', { permission: 'decide' }), definition('refuse'));
  answerRows('requests', ({ input: { request, today } }) =>
    requests.filter((one) =>
      request === undefined ? (one.state === 'Requested') === (today === undefined) : one.request === request,
    ),
  );
  answerRows('request-outcome', []);
  answerRows('subjects', [
    { object: 'account:3', person: 'holder:9', name: 'Amelia Chen', account: '200100017', card: '' },
  ]);
  answerRows('request-details', [
    { field: 'account', value: '200100017' },
    { field: 'amount', value: '500.00' },
  ]);
  answerRows('request-effect', [
    { ...AS_ASKED, what: 'Account 200100017', before: '2640.00', change: '500.00', after: '3140.00' },
    {
      ...AS_ASKED,
      what: 'Money at the bank, by the books',
      before: '4218906.12',
      change: '500.00',
      after: '4219406.12',
    },
  ]);
  answerRows('request-history', [{ command: 'load', asked: 3, done: 3, refused: 0, amountDone: '1200.00' }]);
});

const shown = (amount: string) => `$${amount}`;

function decided(state: 'Done' | 'Refused', by = 'Kate Lowe', request = '41'): void {
  requests = requests.map((one) =>
    one.request === request
      ? {
          ...one,
          state,
          outcome: state === 'Done' ? `${shown(one.amount)} is loaded onto account 200 100 017.` : 'a bad reason',
          reference: state === 'Done' ? '263300000017' : '',
          next: state === 'Done' ? 'It can be spent straight away.' : '',
          decidedBy: by.split(' ')[0]?.toLowerCase() ?? '',
          decidedByName: by,
          decidedAt: '2026-11-25T23:40:00.000Z',
        }
      : one,
  );
}

test('a request shows who asks, why, whom it is about, what it would do and what the asker has asked before', async () => {
  await openDesk('/approvals/41');
  const part = page.getByRole('region', { name: 'Load $500.00 · Amelia Chen' });
  await expect.element(part.getByText('Salary sent to the wrong programme')).toBeVisible();
  await expect.element(part.getByText(/^Omar Aziz, agent, /)).toBeVisible();
  await expect.element(part.getByText('Amelia Chen, 200 100 017')).toBeVisible();
  await expectTexts(part.getByRole('row').nth(1).getByRole('cell'), [
    'Account 200100017',
    '$2,640.00',
    '+$500.00',
    '$3,140.00',
  ]);
  await expect
    .element(part.getByText(/asked for this 3 times before in the last 30 days: 3 done, 0 refused/))
    .toBeVisible();
  await expect.element(page.getByText('account:3')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
});

test('the key a goes to the button and Enter approves what is shown, once, and the request leaves the list', async () => {
  answerCommand('approve', () => {
    decided('Done');
    return done({ account: '200100017', amount: '500.00', receipt: '10000000001' });
  });
  await openDesk('/approvals/41');
  await expect.element(button('Approve and load $500.00')).toBeEnabled();
  await userEvent.keyboard('a');
  // One key alone decides nothing.
  await expect.element(button('Approve and load $500.00')).toHaveFocus();
  expect(given('approve')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('$500.00 is loaded onto account 200 100 017.')).toBeVisible();
  await expect.element(page.getByText('26330 000001 7')).toBeVisible();
  await expect.element(page.getByText('It can be spent straight away.')).toBeVisible();
  await expect.element(page.getByText(/^You approved .+\. Omar Aziz asked .+\.$/)).toBeVisible();
  // The approved change, as it was shown.
  await expectTexts(page.getByRole('region', { name: /^\$500\.00 is loaded/ }).getByText('+$500.00'), [
    '+$500.00',
    '+$500.00',
  ]);
  await expect.poll(() => page.getByRole('table', { name: 'Waiting' }).getByRole('link').elements().length).toBe(1);
  expect(given('approve').map(({ input }) => input)).toEqual([{ request: '41', seen: '00112233aabb' }]);
});

test('a refusal needs its reason, which is typed without approving anything', async () => {
  answerCommand('refuse', () => {
    decided('Refused');
    return done({ request: '41', state: 'Refused' });
  });
  await openDesk('/approvals/41');
  await expect.element(button('Approve and load $500.00')).toBeEnabled();
  await press('Refuse');
  await expect.element(page.getByText('Say why you refuse it')).toBeVisible();
  await userEvent.keyboard('a bad reason');
  await expect.element(field('Why you refuse it')).toHaveValue('a bad reason');
  await press('Refuse');
  await expect.element(heading('Refused: Load $500.00 · Amelia Chen')).toBeVisible();
  await expect.element(page.getByText(/^You refused .+\. Omar Aziz asked/)).toBeVisible();
  expect(given('refuse').map(({ input }) => input)).toEqual([{ request: '41', because: 'a bad reason' }]);
  expect(given('approve')).toEqual([]);
});

test('an own request can be withdrawn and not approved', async () => {
  await openDesk('/approvals/40');
  await expect.element(page.getByText('You can’t approve your own requests')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Approve/ })).not.toBeInTheDocument();
  await userEvent.keyboard('a');
  await expect.element(button('Withdraw')).toBeVisible();
  expect(given('approve')).toEqual([]);
});

test('what has changed since the request is shown, and what was not read is not approved', async () => {
  const moved = { ...AS_ASKED, what: 'Account 200100017', before: '2600.00', change: '500.00', after: '3100.00' };
  let effect = [
    { ...moved, since: 'changed', beforeAsked: '2640.00', changeAsked: '500.00' },
    { ...moved, what: 'Card 1234, Amelia Chen', before: 'Active', change: 'closes', after: 'Closed', since: 'new' },
  ];
  answerRows('request-effect', () => effect);
  answerCommand('approve', ({ input: { seen } }) => {
    if (seen === 'ffffffffffff') {
      decided('Done');
      return done({ account: '200100017' });
    }
    effect = [{ ...moved, since: '', seen: 'ffffffffffff', before: '1.00', after: '501.00' }];
    return refusal('effect_changed', 409);
  });
  await openDesk('/approvals/41');
  await expect.element(page.getByText('Not everything is as it was when this was asked for.')).toBeVisible();
  await expect.element(page.getByText('When it was asked for: $2,640.00')).toBeVisible();
  await expect.element(page.getByText('New since it was asked for')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Approve and load $500.00');
  await expectText(
    page.getByRole('alert'),
    'Something else would be done now than you’ve read. It’s shown below: read it and approve again.',
  );
  await expect.element(page.getByRole('cell', { name: '$501.00' })).toBeVisible();
  await press('Approve and load $500.00');
  await expect.element(page.getByText(/^You approved/)).toBeVisible();
  expect(given('approve').map(({ input: { seen } }) => seen)).toEqual(['00112233aabb', 'ffffffffffff']);
});

test('a request that can no longer be carried out says so', async () => {
  answerRows('request-effect', []);
  await openDesk('/approvals/41');
  await expect.element(page.getByText('Nothing would change any more: it can’t be carried out.')).toBeVisible();
});

test('a request that somebody else has decided says so without being touched', async () => {
  await openDesk('/approvals/41');
  await expect.element(button('Approve and load $500.00')).toBeVisible();
  decided('Done', 'Mia Costa');
  await expect.element(page.getByText(/^Mia Costa approved .+\. Omar Aziz asked/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Approve/ })).not.toBeInTheDocument();
});

test('two approvers at once: the second sees why it is refused, and nothing is done twice', async () => {
  answerCommand('approve', () => {
    decided('Done', 'Mia Costa');
    return refusal('already_decided', 409);
  });
  await openDesk('/approvals/41');
  await press('Approve and load $500.00');
  await expectText(page.getByRole('alert'), 'A colleague decided this first. Nothing was done twice.');
  await expect.element(page.getByText(/^Mia Costa approved .+\. Omar Aziz asked/)).toBeVisible();
});

test('on a phone the list leads to one request and back', async () => {
  await openDesk('/approvals', { width: 390 });
  await page.getByRole('table', { name: 'Waiting' }).getByRole('link').nth(0).click();
  await expectAt('/desk/approvals/41');
  await expect.element(button('Approve and load $500.00')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: 'All requests' }).click();
  await expectAt('/desk/approvals');
});

test('who may not decide reads the request and no button', async () => {
  answerRows('requests', ({ input: { request } }) => (request === undefined ? requests : [LOAD]));
  answerCall('commands', () =>
    Response.json({ commands: [definition('approve', { mayGive: false }), definition('refuse', { mayGive: true })] }),
  );
  await openDesk('/approvals/41');
  await expect.element(page.getByText('Your role can’t approve requests.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Approve|Refuse/ })).not.toBeInTheDocument();
});

test('the digits of an account keep their order after a name that is written from the right', async () => {
  answerRows('subjects', [
    { object: 'account:3', person: 'holder:9', name: 'محمد علي', account: '200100017', card: '' },
  ]);
  await openDesk('/approvals/41');
  const words = page
    .getByRole('region', { name: /^Load/ })
    .getByText(/^محمد علي/)
    .last();
  await expect.element(words).toHaveTextContent('محمد علي\u200e, 200 100 017');
  const text = words.element().firstChild;
  if (!text) throw new Error('no words');
  const leftOf = (group: string) => {
    const range = document.createRange();
    const at = text.textContent?.indexOf(group) ?? 0;
    range.setStart(text, at);
    range.setEnd(text, at + group.length);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf('200')).toBeLessThan(leftOf('100'));
  expect(leftOf('100')).toBeLessThan(leftOf('017'));
});

test('a request whose approver has left says who that was, and is approved again', async () => {
  requests = [{ ...LOAD, approvedBefore: 'Mia Costa', expiresAt: '2026-11-25T23:00:00.000Z' }];
  answerCommand('refuse', () => refusal('may_be_done', 409));
  answerCommand('approve', () => {
    decided('Done');
    return done({ account: '200100017' });
  });
  await openDesk('/approvals/41');
  await expect
    .element(page.getByText(/^Mia Costa approved this before and can’t carry it out any more\./))
    .toBeVisible();
  await expectText(page.getByRole('table', { name: 'Waiting' }).getByRole('row').nth(1), /Approve again$/);
  await expectAccessibleInBothSchemes();
  await field('Why you refuse it').fill('no longer wanted');
  await press('Refuse');
  await expectText(page.getByRole('alert'), /^It was approved before and may be done already\./);
  await press('Approve and load $500.00');
  await expect.element(heading('$500.00 is loaded onto account 200 100 017.')).toBeVisible();
});

test('whoever approves reads who added the asker to the staff', async () => {
  const added = { askerAddedBy: 'Kate Lowe, Mia Costa', askerAddedAt: '2026-11-24T22:58:00.000Z' };
  requests = [{ ...LOAD, ...added }];
  await openDesk('/approvals/41');
  await expect.element(page.getByText('Added to staff by')).toBeVisible();
  await expect.element(page.getByText(/^Kate Lowe, Mia Costa, /)).toBeVisible();
});

const OTHER: Request = { ...LOAD, request: '39', amount: '12.00', object: '', askedByName: 'Nia Park' };

test('nothing is decided before a request is chosen, and the next one is only offered', async () => {
  await openDesk('/approvals');
  const next = page.getByRole('region', { name: 'Next, when you’re ready' });
  await expectText(next, /^Next, when you’re ready ?Load \$500\.00 · Amelia Chen ?Omar Aziz asked/);
  for (const key of ['a', 'r', 'Enter']) await userEvent.keyboard(key);
  await expect.element(page.getByRole('button', { name: /Approve|Refuse/ })).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await userEvent.keyboard('j');
  await expectAt('/desk/approvals/41');
  expect([...given('approve'), ...given('refuse')]).toEqual([]);
});

test('a decided request stays until it is left, and a second key approves no other', async () => {
  requests = [LOAD, OTHER];
  answerCommand('approve', ({ input: { request } }) => {
    decided('Done', 'Kate Lowe', String(request));
    return done({ account: '200100017' });
  });
  await openDesk('/approvals/41');
  await expect.element(button('Approve and load $500.00')).toBeEnabled();
  await userEvent.keyboard('a');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(heading('$500.00 is loaded onto account 200 100 017.')).toBeVisible();
  await userEvent.keyboard('a{Enter}');
  await expectTexts(page.getByRole('table', { name: 'Decided today' }).getByRole('link'), [/^Load \$500\.00/]);
  await expectText(page.getByRole('region', { name: 'Next, when you’re ready' }), /Load \$12\.00/);
  // It is opened by a key. A key that was meant for the previous request does nothing, and a message says so.
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('region', { name: 'Load $12.00', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Approve and load $12.00' })).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByText(/^That key came within a second of a change/)).toBeVisible();
  expect(given('approve').map(({ input: { request } }) => request)).toEqual(['41']);
  await expect.element(button('Approve and load $12.00')).toBeEnabled();
  await userEvent.keyboard('a');
  await expect.element(button('Approve and load $12.00')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('$12.00 is loaded onto account 200 100 017.')).toBeVisible();
  expect(given('approve').map(({ input: { request } }) => request)).toEqual(['41', '39']);
});

/** The page shows this request as the chosen one: the address changes some renders earlier. */
const expectChosen = (request: string): Promise<void> =>
  expect
    .poll(() => document.querySelector('[aria-current][data-row-way]')?.getAttribute('href'))
    .toMatch(new RegExp(`/approvals/${request}(\\?|$)`, 'u'));

test('j and k go from request to request, and ? says which keys there are', async () => {
  requests = [LOAD, OTHER];
  await openDesk('/approvals/41');
  await expectChosen('41');
  await userEvent.keyboard('j');
  await expectChosen('39');
  await userEvent.keyboard('k');
  await expectChosen('41');
  await userEvent.keyboard('?');
  await expectText(page.getByRole('dialog', { name: 'Keys' }), /AGo to Approve, then Enter/);
  await userEvent.keyboard('a');
  await press('Close');
  expect(given('approve')).toEqual([]);
});

/** Requests about this many accounts, the first of them with this number. */
const manyFrom = (from: number, state: string): Request[] =>
  Array.from({ length: 40 }, (_, n) => ({ ...LOAD, request: `${from + n}`, object: `account:${from + n}`, state }));

test('each request of both lists is named, also where they are more than one call names', async () => {
  const [waiting, ended] = [manyFrom(100, 'Requested'), manyFrom(200, 'Done')];
  answerRows('requests', ({ input: { today } }) => (today === undefined ? waiting : ended));
  answerRows('subjects', ({ input: { objects } }) =>
    objects.split(',').map((object) => ({
      object,
      person: 'holder:9',
      name: object.replace('account:', 'Person '),
      account: '',
      card: '',
    })),
  );
  await openDesk('/approvals');
  const last = (table: string) => page.getByRole('table', { name: table, exact: true }).getByRole('link').nth(39);
  await expectText(last('Waiting'), /Person 139/);
  await expectText(last('Decided today'), /Person 239/);
  // The maximum that the server accepts.
  expect(given('subjects').map(({ input: { objects } }) => String(objects).split(',').length)).toEqual(
    expect.arrayContaining([40]),
  );
  expect(given('subjects').filter(({ input: { objects } }) => String(objects).split(',').length > 50)).toEqual([]);
});

test('a list stays on its page while its requests are opened one after the other', async () => {
  const pageTwo = [
    { ...LOAD, request: '12' },
    { ...LOAD, request: '11' },
  ];
  answerRows('requests', ({ input: { request, page: number, today } }) => {
    if (request !== undefined) return [{ ...LOAD, request: String(request) }];
    return today === undefined ? (number === '2' ? pageTwo : [LOAD, OWN]) : [];
  });
  await openDesk('/approvals?page=2');
  await page.getByRole('table', { name: 'Waiting' }).getByRole('link').nth(0).click();
  await expectChosen('12');
  await userEvent.keyboard('j');
  await expectChosen('11');
  await openDesk('/approvals?list=all');
  await page.getByRole('table', { name: 'All requests' }).getByRole('link').nth(1).click();
  await expectAt('/desk/approvals/40');
  await expect.element(page.getByRole('table', { name: 'All requests' })).toBeVisible();
});
