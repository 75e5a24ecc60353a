import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct } from '../../../test-support/factories.ts';
import { messagesTo } from '../../../test-support/outside/receipts.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { postMoney } from '../../../test-support/transfers.ts';
import { contactHash } from '../contact-marks/public.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

const CARDS = { cardNumbers: { prefix: '903600', length: 16 } };

/** A person with a mobile number and an email address, and a card that can be upgraded. */
async function givenMember() {
  const brand = await givenBrand(test.ctx);
  const reloadable = await givenProduct(test.ctx, { brand, settings: CARDS });
  const product = await givenProduct(test.ctx, {
    brand,
    isReloadable: false,
    isUpgradeable: true,
    settings: { upgradeFee: 0, upgradesTo: reloadable.id },
  });
  const { card, headers } = await givenUser(test.ctx, { brand, product, balance: 100_00n });
  const { holder } = card;
  if (!holder) throw new Error('a card of a person');
  await test.ctx.asOwner("UPDATE holder SET mobile = '0400 000 801' WHERE id = $1", [holder.id]);
  return { brand, reloadable, card, headers, holder };
}
type Member = Awaited<ReturnType<typeof givenMember>>;

async function mark({ brand, holder }: Member, channel: 'email' | 'sms', what: 'failing_since' | 'opted_out_at') {
  const to = channel === 'sms' ? '+61400000801' : holder.email;
  await test.ctx.asOwner(
    `INSERT INTO contact_mark (tenant_id, holder_id, channel, contact_hash, ${what}) VALUES ($1, $2, $3, $4, now())`,
    [brand.tenantId, holder.id, channel, contactHash(test.ctx.secrets, brand.tenantId, { channel, to })],
  );
}

/** The way by which the newest message of a kind went. */
async function wayOf({ holder }: Member, template: string): Promise<string> {
  const sent = await messagesTo(test, holder.id);
  return sent.findLast((one) => one.template === template)?.channel ?? 'none';
}

/** Asks for a command and lets a second person approve it. */
async function decide({ brand }: Member, name: string, input: Readonly<Record<string, string>>): Promise<void> {
  const asked = await give(test, await givenStaff(test.ctx, brand.tenantId), name, { input, reason: 'asked for' });
  expect(asked.body.error).toBeUndefined();
  if (!asked.body.request) return;
  const approver = await givenStaff(test.ctx, brand.tenantId, { role: 'manager' });
  const request = { request: asked.body.request.id };
  const approved = await give(test, approver, 'approve', { input: request, reason: 'checked' });
  expect(approved.body.error).toBeUndefined();
}

const allocate = async (member: Member) => {
  const { accountNumber } = member.card.account;
  await decide(member, 'allocate-card', {
    account: accountNumber,
    product: String(member.reloadable.id),
    nameOnCard: 'SAM',
  });
  return wayOf(member, 'firstActivationCode');
};
const upgrade = async (member: Member) => {
  const asked = await postMoney(test, 'card/requestUpgrade', member.headers, { Card: member.card.reference });
  expect(asked.statusCode).toBe(200);
  await decide(member, 'grant-upgrade', { card: `card:${member.card.id}` });
  return wayOf(member, 'firstActivationCode');
};
const access = async (member: Member) => {
  await ask('card/requestAccessCode', member);
  return wayOf(member, 'accessCode');
};
const activation = async (member: Member) => {
  await test.ctx.asOwner("UPDATE card SET status = 'NotIssued' WHERE id = $1", [member.card.id]);
  await ask('card/requestActivationCode', member);
  return wayOf(member, 'activationCode');
};
const ask = async (path: string, { brand, card }: Member) => {
  const payload = { CardId: card.cardId, Brand: brand.identifier };
  const answer = await test.app.inject({ method: 'POST', url: `/api/${path}`, payload });
  expect(answer.statusCode).toBe(200);
};

describe.each([
  ['of another card', allocate],
  ['of an upgrade', upgrade],
  ['to sign in', access],
  ['to activate', activation],
])('a code %s', (_, send) => {
  it('goes by text where nothing is known of the contacts', async () => {
    expect(await send(await givenMember())).toBe('sms');
  });

  it.each(['failing_since', 'opted_out_at'] as const)('goes by email where the number has %s', async (what) => {
    const member = await givenMember();
    await mark(member, 'sms', what);
    expect(await send(member)).toBe('email');
  });

  it('goes by text where the address fails, and where both do', async () => {
    const member = await givenMember();
    await mark(member, 'email', 'failing_since');
    expect(await send(member)).toBe('sms');
    const other = await givenMember();
    await mark(other, 'email', 'failing_since');
    await mark(other, 'sms', 'opted_out_at');
    expect(await send(other)).toBe('sms');
  });

  it('does not go to a contact that is new, and nowhere where both are', async () => {
    const member = await givenMember();
    const now = new Date(test.ctx.clocks.security.now()).toISOString();
    await test.ctx.asOwner('UPDATE holder SET mobile_changed_at = $2 WHERE id = $1', [member.holder.id, now]);
    expect(await send(member)).toBe('email');
    const other = await givenMember();
    await test.ctx.asOwner('UPDATE holder SET mobile_changed_at = $2, email_changed_at = $2 WHERE id = $1', [
      other.holder.id,
      now,
    ]);
    expect(await send(other)).toBe('none');
  });
});

it('chooses where codes and links of people go in one place', () => {
  const features = path.join(import.meta.dirname, '..');
  const senders = globSync('**/*.ts', { cwd: features }).filter(
    (file) =>
      !file.endsWith('.test.ts') && /\bawait queueRequested\(tx/.test(readFileSync(path.join(features, file), 'utf8')),
  );
  const own = senders.filter(
    (file) => !/\bcontactFor(Code|Link)\(/.test(readFileSync(path.join(features, file), 'utf8')),
  );
  expect(senders.length).toBeGreaterThan(own.length);
  expect(own.toSorted()).toEqual([
    // The code goes to the contact that it proves.
    'profile/contact/ask-contact-code.ts',
    // The caller has chosen the contact, and shows it.
    'reset/reset-call.ts',
  ]);
});
