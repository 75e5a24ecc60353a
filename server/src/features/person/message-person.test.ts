import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenPan,
  givenTenant,
  type TestBrand,
} from '../../../test-support/factories.ts';
import { sent } from '../../../test-support/resets.ts';

let test: TestApp;
let brand: TestBrand;
let agent: TestStaff;
beforeAll(async () => {
  test = await givenApp({});
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx), name: 'Harbour' });
});
beforeEach(async () => {
  agent = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
  await sent(test);
});
afterAll(() => test.close());

async function givenPerson(more: { readonly email?: string; readonly mobile?: string } = {}) {
  const holder = await givenHolder(test.ctx, {
    brand,
    firstName: 'Priya',
    email: 'priya@example.com',
    mobile: '+61400123010',
    ...more,
  });
  await givenCard(test.ctx, { brand, holder });
  return { holder, person: `holder:${holder.id}` };
}
const message = (input: Readonly<Record<string, string>>, by = agent) => give(test, by, 'message-person', { input });

it('goes by email in the frame of the programme, is among the messages and notes of the person, and is recorded', async () => {
  const { person } = await givenPerson();
  const { status, body } = await message({ person, text: 'Your own limit stopped it.\n\nYou can <b>raise</b> it.' });
  expect([status, body.error]).toEqual([200, undefined]);
  const { mails, texts } = await sent(test);
  expect(texts).toEqual([]);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: 'priya@example.com', subject: 'A message from Harbour' });
  expect(mails[0]?.text).toContain(
    'Hello Priya\n\nYour own limit stopped it.\n\nYou can <b>raise</b> it.\n\nQuestions?',
  );
  const rowsOf = async (command: string) => (await give(test, agent, command, { input: { person } })).body.rows ?? [];
  expect(await rowsOf('messages-of')).toMatchObject([{ message: 'staffMessage', channel: 'email' }]);
  expect(await rowsOf('notes')).toMatchObject([{ text: 'Your own limit stopped it.\n\nYou can <b>raise</b> it.' }]);
  const events = await rowsOf('timeline');
  expect(events).toContainEqual(expect.objectContaining({ kind: 'message', event: 'staffMessage' }));
  expect(events).toContainEqual(expect.objectContaining({ kind: 'staff', event: 'desk.message-person' }));
  expect(await auditOfStaff(test.ctx, agent)).toContain(`desk.message-person ${person} ok`);
  const lines = await test.ctx.asOwner('SELECT details::text FROM audit_log WHERE actor = $1', [`staff:${agent.id}`]);
  expect(JSON.stringify(lines)).not.toContain('limit stopped');
});

it('goes by text message in the language of the person', async () => {
  const { holder, person } = await givenPerson();
  await test.ctx.asOwner("UPDATE holder SET language = 'zhCN' WHERE id = $1", [holder.id]);
  expect((await message({ person, text: '新卡已寄出。', by: 'sms' })).status).toBe(200);
  const { mails, texts } = await sent(test);
  expect(mails).toEqual([]);
  expect(texts).toMatchObject([{ to: '+61400123010' }]);
  expect(JSON.stringify(texts)).toContain('Harbour：新卡已寄出。');
});

it('is refused with a link or a card number, and to someone whom no message reaches, and sends nothing', async () => {
  const { person } = await givenPerson();
  const none = await givenPerson({ email: '', mobile: '' });
  const pan = givenPan();
  const refusalOf = async (input: Readonly<Record<string, string>>) => (await message(input)).body.error;
  expect(await refusalOf({ person, text: 'Go to example.com/refund' })).toBe('link_given');
  expect(await refusalOf({ person, text: `Your card is ${pan}` })).toBe('card_number_given');
  expect(await refusalOf({ person, text: 'x'.repeat(241) })).toBe('input_invalid');
  expect(await refusalOf({ person, text: ' ' })).toBe('input_invalid');
  expect(await refusalOf({ person: none.person, text: 'Hello' })).toBe('not_reached');
  const viewer = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  expect((await message({ person, text: 'Hello' }, viewer)).body.error).toBe('not_permitted');
  const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
  expect((await message({ person, text: 'Hello' }, stranger)).body.error).toBe('not_found');
  expect(await sent(test)).toMatchObject({ mails: [], texts: [] });
  const notes = await give(test, agent, 'notes', { input: { person: none.person } });
  expect(notes.body.rows).toEqual([]);
});

it('reaches no one who has died', async () => {
  const { holder, person } = await givenPerson();
  await test.ctx.asOwner("UPDATE holder SET died_on = '2026-11-01' WHERE id = $1", [holder.id]);
  expect((await message({ person, text: 'Hello' })).body.error).toBe('not_reached');
  expect(await sent(test)).toMatchObject({ mails: [], texts: [] });
});
