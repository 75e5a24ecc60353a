import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenProduct, givenTenant } from '../../../test-support/factories.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import { deliverDue } from '../messages/deliver-messages.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** A card of someone who has no sign-in, with an activation code that a file has drawn. */
async function givenNewPerson() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const product = await givenProduct(test.ctx, { brand, settings: { cardNumbers: { prefix: '903600', length: 16 } } });
  const { tenantId } = brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const input = { brand: brand.identifier, product: String(product.id), firstName: 'Mia', surname: 'Park' };
  const more = { dateOfBirth: '1990-02-01', mobile: '0400 000 119' };
  const { body } = await give(test, asker, 'issue-card', { input: { ...input, ...more }, reason: 'counter' });
  const [card] = await test.ctx.asOwner<{ id: string; holder: string }>(
    'SELECT id::text, holder_id::text AS holder FROM card WHERE card_id = $1',
    [String(body.rows?.[0]?.['cardId'])],
  );
  if (!card) throw new Error('no card');
  return { brand, asker, manager, tenantId, card: `card:${card.id}`, id: card.id, person: `holder:${card.holder}` };
}
type Given = Awaited<ReturnType<typeof givenNewPerson>>;

const ask = ({ asker, card }: Pick<Given, 'asker' | 'card'>) =>
  give(test, asker, 'send-activation-code', { input: { card }, reason: 'The text did not arrive' });
const approve = ({ manager }: Pick<Given, 'manager'>, request: string | undefined) =>
  give(test, manager, 'approve', { input: { request: request ?? '' } });
async function deliver() {
  const { transports, texts } = givenTransports();
  await deliverDue(test.ctx, transports);
  return texts
    .map(({ to, text }) => ({ to, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' }))
    .filter(({ code }) => code !== '');
}
async function opens({ id }: Given, code: string) {
  const [row] = await test.ctx.asOwner<{ now: string; before: string | null }>(
    'SELECT activation_code_hash AS now, previous_activation_code_hash AS before FROM card WHERE id = $1',
    [id],
  );
  const fits = async (hash: string | null) => hash !== null && (await test.ctx.secrets.verifySecret(hash, code));
  return (await fits(row?.now ?? null)) || (await fits(row?.before ?? null));
}

it('goes to a contact that staff have corrected, and the code of before opens nothing', async () => {
  const given = await givenNewPerson();
  const [first] = await deliver();
  expect(first).toMatchObject({ to: '+61400000119' });
  expect(await opens(given, first?.code ?? '')).toBe(true);
  const to = { person: given.person, channel: 'mobile', to: '0400 000 191' };
  const changed = await give(test, given.asker, 'change-contact', { input: to, reason: 'One digit was wrong' });
  expect((await approve(given, changed.body.request?.id)).status).toBe(200);
  await deliver();
  const { body } = await ask(given);
  expect((await approve({ manager: given.asker }, body.request?.id)).body.error).toBe('own_request');
  const effect = await give(test, given.manager, 'request-effect', { input: { request: body.request?.id ?? '' } });
  expect(JSON.stringify(effect.body)).not.toContain('400000191');
  expect((await approve(given, body.request?.id)).body.done?.words).toBe(
    'A new activation code was sent to the contact on record.',
  );
  const sent = await deliver();
  expect(sent).toEqual([{ to: '+61400000191', code: expect.stringMatching(/^\d{6}$/) as string }]);
  expect(await opens(given, sent[0]?.code ?? '')).toBe(true);
  expect(await opens(given, first?.code ?? '')).toBe(false);
  const records = await test.ctx.asOwner('SELECT to_jsonb(a)::text AS row FROM audit_log a WHERE tenant_id = $1', [
    given.tenantId,
  ]);
  expect(JSON.stringify(records)).not.toContain(sent[0]?.code);
});

it('is sent once however often a request is approved', async () => {
  const given = await givenNewPerson();
  await deliver();
  const request = (await ask(given)).body.request?.id;
  await Promise.all([approve(given, request), approve(given, request)]);
  const sent = await deliver();
  expect(sent).toHaveLength(1);
  expect(await opens(given, sent[0]?.code ?? '')).toBe(true);
});

it('is refused for a card that does not wait, of another programme, and at a contact that a person has just changed', async () => {
  const user = await givenUser(test.ctx, {});
  const { brand } = user.card.account;
  const asker = await givenStaff(test.ctx, brand.tenantId);
  const active = await ask({ asker, card: `card:${user.card.id}` });
  expect(active.body.error).toBe('card_problem');
  expect((await ask({ asker, card: (await givenNewPerson()).card })).body.error).toBe('not_found');
  const waiting = await givenCard(test.ctx, {
    account: user.card.account,
    status: 'NotIssued',
    activationCode: '918273',
    accessCode: null,
  });
  expect((await ask({ asker, card: `card:${waiting.id}` })).body.request).toBeDefined();
  await test.ctx.asOwner('UPDATE holder SET email_changed_at = $2, mobile_changed_at = $2 WHERE id = $1', [
    user.holder.id,
    new Date(test.ctx.clocks.security.now()),
  ]);
  const other = await givenCard(test.ctx, {
    account: user.card.account,
    status: 'NotIssued',
    activationCode: '918274',
    accessCode: null,
  });
  expect((await ask({ asker, card: `card:${other.id}` })).body.error).toBe('no_contact');
});
