import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenAccount, givenCard, givenHolder, type TestCard } from '../../../test-support/factories.ts';
import { messagesTo, postReceipt } from '../../../test-support/outside/receipts.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { codeOf, givenPerson, resetCalls } from '../../../test-support/resets.ts';
import type { Delivery } from '../../outside/delivery.ts';
import type { ReceiptReason } from '../../outside/receipt.ts';
import { endMark } from '../contact-marks/public.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';
import { notifyHolder } from '../messages/public.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wattle-marks-'));
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder, WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

type Person = { readonly card: TestCard; readonly holderId: bigint; readonly mobile: string; readonly email: string };

async function givenMember(given: Parameters<typeof givenHolder>[1] = {}): Promise<Person> {
  const holder = await givenHolder(test.ctx, given);
  const card = await givenCard(test.ctx, { account: await givenAccount(test.ctx, { holder }) });
  const [row] = await test.ctx.asOwner<{ mobile: string }>('SELECT mobile FROM holder WHERE id = $1', [holder.id]);
  return { card, holderId: holder.id, mobile: row?.mobile ?? '', email: holder.email };
}

/** Asks for an access code and returns the way by which it went. */
async function askCode({ card, holderId }: Person, answer?: Delivery): Promise<string> {
  const { brand, cardId } = card;
  const payload = { CardId: cardId, Brand: brand.identifier };
  // Three codes may be asked for in a day.
  test.ctx.advance(24 * 3_600_000);
  await test.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
  await deliverDue(test.ctx, givenTransports(() => answer ?? { ok: true }).transports);
  const codes = (await messagesTo(test, holderId)).filter(({ template }) => template === 'accessCode');
  return codes.at(-1)?.channel ?? 'none';
}

/** The provider reports about the newest message to a person. */
async function report(
  { card, holderId }: Person,
  reason: ReceiptReason | 'delivered' | 'complained',
  isForGood = true,
): Promise<void> {
  const message = (await messagesTo(test, holderId)).at(-1);
  if (!message) throw new Error('there is no message');
  const said =
    reason === 'delivered' || reason === 'complained'
      ? ({ state: reason, isForGood: false } as const)
      : ({ state: 'undelivered', reason, isForGood } as const);
  const receipt = { messageId: message.message_id, ...said };
  expect(await postReceipt(test, card.brand.tenantId, message.channel, receipt)).toBe(200);
}

const marksOf = ({ holderId }: Person) =>
  test.ctx.asOwner<{ channel: string; failing: boolean; opted_out: boolean; complained: boolean; has_case: boolean }>(
    `SELECT channel, failing_since IS NOT NULL AS failing, opted_out_at IS NOT NULL AS opted_out,
            complained_at IS NOT NULL AS complained, case_opened_at IS NOT NULL AS has_case
       FROM contact_mark WHERE holder_id = $1 ORDER BY channel`,
    [holderId],
  );

describe('a code', () => {
  it('goes by email once two texts have failed for good, and by text again once one arrives', async () => {
    const member = await givenMember();
    expect(await askCode(member)).toBe('sms');
    await report(member, 'badAddress');
    expect(await askCode(member)).toBe('sms');
    await report(member, 'badAddress');
    expect(await askCode(member)).toBe('email');
    // A text of before arrives after all.
    const [first] = await messagesTo(test, member.holderId);
    const second = (await messagesTo(test, member.holderId))[1];
    for (const one of [first, second])
      await postReceipt(test, member.card.brand.tenantId, 'sms', {
        messageId: one?.message_id ?? '',
        state: 'delivered',
        isForGood: false,
      });
    expect(await askCode(member)).toBe('sms');
  });

  it('goes by email at once where the person opted out of texts', async () => {
    const member = await givenMember();
    await askCode(member);
    await report(member, 'optedOut');
    expect(await askCode(member)).toBe('email');
    expect(await marksOf(member)).toEqual([
      { channel: 'sms', failing: false, opted_out: true, complained: false, has_case: false },
    ]);
  });

  it('goes by email where the provider refuses the number when it is sent', async () => {
    const member = await givenMember();
    const refused: Delivery = { ok: false, isFinal: true, code: 'twilio_21610', reason: 'optedOut' };
    expect(await askCode(member, refused)).toBe('sms');
    expect(await askCode(member)).toBe('email');
  });

  it('goes by email where our account may not send to the number, after two that ended so', async () => {
    const member = await givenMember();
    const code = 'twilio_21408';
    const refused: Delivery = { ok: false, isFinal: true, isOurs: true, isOfOne: true, code, reason: 'unserved' };
    expect(await askCode(member, refused)).toBe('sms');
    expect(await askCode(member, refused)).toBe('sms');
    expect(await askCode(member)).toBe('email');
  });

  it('goes by text still while a phone is off, a network refuses the text, or our sender is refused', async () => {
    const member = await givenMember();
    for (const reason of ['unreachable', 'blocked', 'ours', 'unknown'] as const) {
      expect(await askCode(member)).toBe('sms');
      await report(member, reason, false);
    }
    expect(await askCode(member)).toBe('sms');
    expect(await marksOf(member)).toEqual([]);
  });

  it('goes to a new number whatever is known of the old one', async () => {
    const member = await givenMember();
    await askCode(member);
    await report(member, 'optedOut');
    await test.ctx.asOwner("UPDATE holder SET mobile = '0400 111 222' WHERE id = $1", [member.holderId]);
    expect(await askCode(member)).toBe('sms');
  });

  it('does not go to an email address that is new, whatever is known of the number', async () => {
    const member = await givenMember();
    await askCode(member);
    await report(member, 'optedOut');
    const changed = new Date(test.ctx.clocks.security.now()).toISOString();
    await test.ctx.asOwner('UPDATE holder SET email_changed_at = $2 WHERE id = $1', [member.holderId, changed]);
    expect(await askCode(member)).toBe('sms');
  });

  it('is still tried where no contact is reached, and the desk has a case until one arrives', async () => {
    const member = await givenMember();
    await askCode(member);
    await report(member, 'optedOut');
    for (let count = 0; count < 2; count += 1) {
      expect(await askCode(member)).toBe('email');
      await report(member, 'badAddress');
    }
    expect(await marksOf(member)).toMatchObject([
      { channel: 'email', failing: true },
      { channel: 'sms', opted_out: true, has_case: true },
    ]);
    expect(await askCode(member)).toBe('sms');
    await report(member, 'delivered');
    expect(await marksOf(member)).toMatchObject([
      { channel: 'email', failing: true, has_case: false },
      { channel: 'sms', opted_out: false, has_case: false },
    ]);
  });
});

describe('a reset', () => {
  it('by account number never leads to identity questions because its contacts fail', async () => {
    const calls = resetCalls(test);
    const person = await givenPerson(test);
    const { brand, account, holder } = person;
    await test.ctx.asOwner(
      `INSERT INTO contact_mark (tenant_id, holder_id, channel, contact_hash, failing_since)
       SELECT h.tenant_id, h.id, c.channel, c.hash, '2026-11-01'
         FROM holder h, (VALUES ('sms', $2::bytea), ('email', $3::bytea)) AS c (channel, hash) WHERE h.id = $1`,
      [holder.id, ...(await hashesOf(brand.tenantId, holder.id))],
    );
    const { token } = await calls.byAccount(brand, account.accountNumber);
    const { body } = await calls.post(brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
    expect(codeOf({ body })).toBe('ok');
    expect(body['NavigateToPage']).toBe('reset');
    expect(body['CodeSentTo']).not.toBeNull();
  });
});

async function hashesOf(tenantId: number, holderId: bigint): Promise<Buffer[]> {
  const { contactHash } = await import('../contact-marks/public.ts');
  const [row] = await test.ctx.asOwner<{ mobile: string; email: string }>(
    'SELECT mobile, email FROM holder WHERE id = $1',
    [holderId],
  );
  const number = `+61${(row?.mobile ?? '').replaceAll(' ', '').slice(1)}`;
  return [
    contactHash(test.ctx.secrets, tenantId, { channel: 'sms', to: number }),
    contactHash(test.ctx.secrets, tenantId, { channel: 'email', to: row?.email ?? '' }),
  ];
}

describe('what a person hears', () => {
  const notice = ({ card, holderId }: Person, dedupKey: string, everyContact = false) =>
    test.ctx.database.transact(card.brand.tenantId, (tx) =>
      notifyHolder(tx, test.ctx, {
        tenantId: card.brand.tenantId,
        brandId: card.brand.id,
        holderId,
        template: 'paymentReturned',
        params: { amount: '$12.00', payee: 'Sam', reason: 'closed' },
        dedupKey,
        everyContact,
      }),
    );
  const waysOf = async ({ holderId }: Person) => {
    const rows = await messagesTo(test, holderId);
    return rows.filter(({ template }) => template === 'paymentReturned').map(({ channel }) => channel);
  };

  it('of money comes by text where mails are returned', async () => {
    const member = await givenMember();
    await notice(member, 'first');
    await deliverDue(test.ctx, givenTransports().transports);
    await report(member, 'suppressed');
    await notice(member, 'second');
    await deliverDue(test.ctx, givenTransports().transports);
    await report(member, 'badAddress');
    await notice(member, 'third');
    expect(await waysOf(member)).toEqual(['email', 'email', 'sms']);
  });

  it('of access comes by every contact, also where the last mail was reported as unwanted', async () => {
    const member = await givenMember();
    await notice(member, 'first');
    await deliverDue(test.ctx, givenTransports().transports);
    await report(member, 'complained');
    expect(await marksOf(member)).toMatchObject([{ channel: 'email', failing: false, complained: true }]);
    await notice(member, 'second', true);
    expect(await waysOf(member)).toEqual(['email', 'email', 'sms']);
    // A mail that arrives takes no complaint back.
    await deliverDue(test.ctx, givenTransports().transports);
    const mails = (await messagesTo(test, member.holderId)).filter(({ channel }) => channel === 'email');
    await postReceipt(test, member.card.brand.tenantId, 'email', {
      messageId: mails.at(-1)?.message_id ?? '',
      state: 'delivered',
      isForGood: false,
    });
    expect(await marksOf(member)).toMatchObject([{ channel: 'email', complained: true }]);
  });
});

describe('the email that says where codes go', () => {
  const told = async ({ holderId }: Person) =>
    (await messagesTo(test, holderId)).filter(({ template }) => template === 'codesByEmail').map((one) => one.channel);

  it('is sent once, when an opt-out sends codes by email', async () => {
    const member = await givenMember();
    await askCode(member);
    await report(member, 'optedOut');
    expect(await told(member)).toEqual(['email']);
    expect(await askCode(member)).toBe('email');
    await report(member, 'delivered');
    expect(await told(member)).toEqual(['email']);
  });

  it('is sent again when texts stop once more on another day', async () => {
    const member = await givenMember();
    const works = () =>
      test.ctx.database.transact(member.card.brand.tenantId, (tx) =>
        endMark(
          tx,
          { tenantId: member.card.brand.tenantId, holderId: member.holderId, channel: 'sms' },
          test.ctx.clocks.security.now(),
        ),
      );
    for (const times of [1, 2]) {
      // A day passes before each.
      expect(await askCode(member)).toBe('sms');
      await report(member, 'optedOut');
      expect(await told(member)).toHaveLength(times);
      await works();
    }
  });

  it('says that texts do not arrive where the number fails', async () => {
    const member = await givenMember();
    for (const expected of [[], ['email']]) {
      await askCode(member);
      await report(member, 'badAddress');
      expect(await told(member)).toEqual(expected);
    }
  });

  it.each<[string, string]>([
    ['is new', 'UPDATE holder SET email_changed_at = now() + $2 WHERE id = $1'],
    ['is missing', "UPDATE holder SET email = '' WHERE id = $1 AND $2::interval IS NOT NULL"],
  ])('is not sent where the address %s, and codes go by text still', async (_, sql) => {
    const member = await givenMember();
    await askCode(member);
    const ahead = test.ctx.clocks.security.now() - Date.now();
    await test.ctx.asOwner(sql, [member.holderId, `${ahead} milliseconds`]);
    await report(member, 'optedOut');
    expect(await told(member)).toEqual([]);
  });
});
