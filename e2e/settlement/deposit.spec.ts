import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { available } from '../support/transfer.ts';

/** The server polls for bank files every 30 seconds of its business clock. */
const READ_WITHIN_MS = 45_000;

test('a deposit by another bank arrives on the open page', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
  sim,
}) => {
  test.setTimeout(2 * READ_WITHIN_MS);
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps' });
  await signIn(page, person);
  const before = await available(page);
  await sim('deposit', '--account', person.account, '--amount', '12.34', '--from', 'Acme Pty Ltd');
  await sim('clock', '--forward', '1m');
  await expect.poll(() => available(page), { timeout: READ_WITHIN_MS }).toBe(before + 1_234);
  await expect(page.getByText('Bank transfer from Acme Pty Ltd').first()).toBeVisible();
});
