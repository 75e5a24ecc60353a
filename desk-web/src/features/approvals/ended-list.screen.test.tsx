import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press } from '../../../../web/test-support/by-hand.ts';
import { answerRows, given } from '../../../test-support/given-desk.ts';
import { LOAD_REQUEST as LOAD } from '../../../test-support/given-request.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

test('all requests are picked out by how they ended and by who asked or decided, in the address', async () => {
  answerRows('subjects', []);
  answerRows('requests', ({ input: { all, state, mine } }) =>
    all === undefined ? [LOAD] : [{ ...LOAD, request: '30', state: state ?? 'Done', isOwn: mine === 'asked' }],
  );
  await openDesk('/approvals?list=all');
  const table = page.getByRole('table', { name: 'All requests' });
  await expectText(table.getByRole('row').nth(1), /Asked by Omar Aziz.*Done/);
  await expectAccessibleInBothSchemes();
  await press('Refused');
  await expectText(table.getByRole('row').nth(1), /Refused/);
  await press('You asked');
  await expectText(table.getByRole('row').nth(1), /Asked by you/);
  expect(window.location.search).toBe('?list=all&state=Refused&mine=asked');
  expect(given('requests').at(-1)?.input).toEqual({ all: true, state: 'Refused', mine: 'asked' });
  await press('Refused');
  await expect.poll(() => window.location.search).toBe('?list=all&mine=asked');
});
