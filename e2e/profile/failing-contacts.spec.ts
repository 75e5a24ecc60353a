import { getInbox, type InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { requestAccessCode } from '@wattle/contract/access/codes.ts';
import { requestResetPassword } from '@wattle/contract/reset/reset.ts';
import { runSim } from '../support/commands.ts';
import { confirmEmail } from '../support/confirmed.ts';
import { newestMessage } from '../support/inbox.ts';
import { givenCard, givenWebPerson, type OwnPerson } from '../support/own-people.ts';
import type { RunningServer } from '../support/running-server.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { zh } from '../support/words.ts';

async function messagesTo(server: RunningServer, brand: string, recipient: string): Promise<readonly InboxMessage[]> {
  const inbox = await fetch(`${server.url}/api/${getInbox.path}?brand=${brand}`);
  const { Messages } = (await inbox.json()) as { Messages: readonly InboxMessage[] };
  return Messages.filter(({ Recipient, State }) => Recipient === recipient && State === 'delivered');
}

/** A person whose last two mails the provider has returned: no such mailbox. */
async function givenBounced(server: RunningServer, name: readonly [string, string]): Promise<OwnPerson> {
  const person = await givenWebPerson(server, name);
  const { brand, email, username } = person;
  await confirmEmail(server, person);
  const asked = await fetch(`${server.url}/api/${requestResetPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'wattle-brand': brand },
    body: JSON.stringify({ username }),
  });
  expect(asked.status).toBe(200);
  await expect.poll(async () => (await messagesTo(server, brand, email)).length).toBeGreaterThanOrEqual(2);
  const said = await runSim(server, ['message', 'bounced', '--to', email, '--count', '2', '--brand', brand]);
  expect(said).toMatchObject({ said: 'bounced', status: 200 });
  return person;
}

test('a person whose mail comes back is asked after the sign-in, and says that it works', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const person = await givenBounced(server, ['Mara', 'Reed']);
  await signIn(page, person);
  const question = page.getByText('Check your email address', { exact: true });
  await expect(question).toBeVisible();
  await expect(page.getByText('Our last emails to you didn’t arrive.')).toBeVisible();
  // It is the only contact on record.
  await expect(page.getByText(/^Codes can’t reach you now/)).toBeVisible();
  const list = page.getByRole('heading', { name: 'Recent', exact: true });
  await expect(list).toBeVisible();
  const topOf = async (one: typeof question) => (await one.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(question)).toBeLessThan(await topOf(list));
  await page.getByRole('button', { name: 'It works now' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(list).toBeVisible();
  await expect(question).toBeHidden();
});

test('a number that opted out gets no more codes: they come by email, which says why', {
  tag: '@phone',
}, async ({ page, server }) => {
  const unique = String(Date.now()).slice(-7);
  const contacts = { mobile: `0401${unique.slice(-6)}`, email: `opted.${unique}@example.com` };
  const card = await givenCard(server, { product: 7, firstName: 'Tess', surname: 'Moor', isActive: true, contacts });
  const asked = await fetch(`${server.url}/api/${requestAccessCode.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ CardId: card.name, Brand: card.brand }),
  });
  expect(asked.status).toBe(200);
  const mobile = `+61${contacts.mobile.slice(1)}`;
  await expect.poll(async () => (await messagesTo(server, card.brand, mobile)).length).toBe(1);
  const said = await runSim(server, ['message', 'opted-out', '--to', contacts.mobile, '--brand', card.brand]);
  expect(said).toMatchObject({ said: 'opted-out', status: 200 });
  await expect
    .poll(async () => (await messagesTo(server, card.brand, contacts.email)).map(({ Text }) => Text).join())
    .toContain('because texts from us were turned off on your mobile');

  await page.goto('/stumps/requestAccessCode');
  await page.getByLabel('Card ID').fill(card.name);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check for your code');
  await expect(page.getByText(/^Nothing after 10 minutes\?.*call/)).toBeVisible();
  await expect.poll(async () => (await messagesTo(server, card.brand, contacts.email)).length).toBe(2);
  const [mail] = await messagesTo(server, card.brand, contacts.email);
  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await page.getByLabel('Access code', { exact: true }).fill(/\b\d{6}\b/.exec(mail?.Text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
  expect(await messagesTo(server, card.brand, mobile)).toHaveLength(1);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a person whose mail comes back corrects the address, and is not asked again', {
    tag: ['@gate', '@phone'],
  }, async ({ page, server }) => {
    const person = await givenBounced(server, ['Lan', 'Zhou']);
    await signIn(page, person);
    const question = page.getByText(zh('cards:contactCheck.email.title'), { exact: true });
    await expect(question).toBeVisible();
    await page.getByRole('link', { name: zh('cards:contactCheck.email.change'), exact: true }).click();
    await expect(page.getByRole('heading', { name: zh('myAccount:title'), level: 1 })).toBeVisible();
    const email = `lan.new.${Date.now()}@example.com`;
    const change = `${zh('ui:change')} ${zh('myAccount:access.title')}`;
    await page.getByRole('button', { name: change, exact: true }).click();
    await page.getByRole('textbox', { name: zh('myAccount:email') }).fill(email);
    await page.getByLabel(zh('myAccount:password.old'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: zh('myAccount:access.save') }).click();
    const pending = page.getByRole('region', { name: zh('myAccount:pending.email') });
    await expect(pending).toContainText(email);
    const code = /(?<!\d)\d{6}(?!\d)/.exec(await newestMessage(page, 'wattle', email))?.[0] ?? '';
    await pending.getByLabel(zh('myAccount:pending.code')).fill(code);
    await pending.getByRole('button', { name: zh('myAccount:pending.submit') }).click();
    await expect(page.getByRole('status').filter({ hasText: zh('myAccount:pending.done.email') })).toBeFocused();
    await page.goto('/cardHome');
    await expect(page.getByRole('heading', { name: zh('cards:recent.title'), exact: true })).toBeVisible();
    await expect(question).toBeHidden();
  });
});
