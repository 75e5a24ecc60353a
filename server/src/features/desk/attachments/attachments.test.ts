import { randomUUID } from 'node:crypto';
import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { DESK_SAMPLES } from '../../../../test-support/desk/desk-samples.ts';
import { auditOfStaff, give, givenStaff, SMALL_PDF, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../../test-support/factories.ts';
import { erase } from '../../account-closing/erasure.store.ts';

const MB = 1024 * 1024;
const DAY_MS = 86_400_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const chunk = (name: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(name + body, 'latin1'), Buffer.alloc(4)]);
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PLAIN = Buffer.concat([PNG, chunk('IHDR', 'size'), chunk('IEND', '')]);
/** A picture that says where it was taken. */
const TAKEN = Buffer.concat([PNG, chunk('IHDR', 'size'), chunk('eXIf', '-37.8,144.9'), chunk('IEND', '')]);
const pdfOf = (bytes: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 14), Buffer.from('%%EOF')]);

/** A load that a member has asked for, and someone who may approve it. */
async function givenAsked() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand });
  const [asker, manager] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
  const input = { account: card.account.accountNumber, amount: '12.50' };
  const { body } = await give(test, asker, 'load', { input, reason: 'called us' });
  return { card, asker, manager, tenantId: brand.tenantId, request: body.request?.id ?? '' };
}
type Asked = Pick<Awaited<ReturnType<typeof givenAsked>>, 'request' | 'asker' | 'manager' | 'tenantId'>;

const send = (
  { request, asker }: Asked,
  { name = 'letter.pdf', ...rest }: { name?: string; file?: Buffer; key?: string } = {},
  by: TestStaff = asker,
) => give(test, by, 'attach', { input: { request, name }, ...rest });
const listed = async ({ request, manager }: Asked) =>
  (await give(test, manager, 'request-attachments', { input: { request } })).body.rows;
const opened = ({ request }: Asked, by: TestStaff, attachment = '1') =>
  give(test, by, 'request-attachment', { input: { request, attachment } });

it('that came after the look is read before the request is approved', async () => {
  const asked = await givenAsked();
  const { request, manager } = asked;
  const look = async () => (await give(test, manager, 'request-effect', { input: { request } })).body.rows?.[0];
  const approveSeen = async (seen: unknown) =>
    (await give(test, manager, 'approve', { input: { request, seen: String(seen) } })).body.error ?? 'ok';
  const before = await look();
  await send(asked);
  expect(await approveSeen(before?.['seen'])).toBe('attachment_added');
  const one = await look();
  expect([before?.['attachments'], one?.['attachments']]).toEqual([0, 1]);
  await send(asked, { name: 'second.pdf' });
  expect([await approveSeen(before?.['seen']), await approveSeen(one?.['seen'])]).toEqual(
    Array(2).fill('attachment_added'),
  );
  expect(await approveSeen('0'.repeat(12))).toBe('effect_changed');
  expect(await approveSeen((await look())?.['seen'])).toBe('ok');
});

describe('an attachment of a request', () => {
  it('is listed, counted and opened by whoever may see the request, without what the camera wrote', async () => {
    const asked = await givenAsked();
    const { request, asker, manager, tenantId } = asked;
    const sent = await send(asked, { name: 'a "b"\r\nX-Evil: 1 \u202egpj.exe', file: TAKEN });
    expect(sent).toEqual({
      status: 200,
      body: {
        rows: [{ request, attachment: '1', size: PLAIN.length }],
        hasMore: false,
        done: {
          words: 'The document is attached.',
          next: 'The second person reads it with the request.',
          object: `desk_request:${request}`,
        },
      },
    });
    const [row] = (await listed(asked)) ?? [];
    expect(row).toMatchObject({ attachment: '1', type: 'image/png', size: PLAIN.length });
    expect(row?.['name']).not.toMatch(/[\r\n]/);
    const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
    for (const member of [viewer, manager, asker]) {
      expect(await opened(asked, member)).toEqual({
        status: 200,
        body: {
          rows: [{ name: `request-${request}-attachment-1.png`, type: 'image/png', content: PLAIN.toString('base64') }],
          hasMore: false,
        },
      });
    }
    const [shown] = (await give(test, manager, 'requests')).body.rows ?? [];
    expect(shown).toMatchObject({ request, attachments: 1 });
    expect((await give(test, manager, 'request-details', { input: { request } })).body.rows).toContainEqual({
      field: 'attachments',
      value: '1',
    });
    expect((await auditOfStaff(test.ctx, asker)).slice(1)).toEqual([
      `desk.attach desk_request:${request} ok`,
      `desk.request-attachment desk_request:${request} ok`,
    ]);
    const details = await test.ctx.asOwner<{ attachment: string }>(
      `SELECT details->>'attachment' AS attachment FROM audit_log
        WHERE tenant_id = $1 AND action IN ('desk.attach', 'desk.request-attachment')`,
      [tenantId],
    );
    expect(details.map(({ attachment }) => attachment)).toEqual(['1', '1', '1', '1']);
  });

  it('leaves as data that no browser shows and nobody keeps', async () => {
    const asked = await givenAsked();
    await send(asked);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/desk/commands/request-attachment',
      headers: { ...asked.manager.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      payload: { input: { request: asked.request, attachment: '1' } },
    });
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    });
  });

  it.each<[string, Buffer]>([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', Buffer.from('MZ\x90\0')],
    ['a picture that is cut off', PLAIN.subarray(0, 20)],
    ['the beginning of a PDF', Buffer.from('%PDF-1.7\n')],
  ])('is known by its content: %s named letter.pdf is refused', async (_, file) => {
    const asked = await givenAsked();
    expect(await send(asked, { file })).toMatchObject({ status: 400, body: { error: 'file_refused', field: 'file' } });
    expect(await listed(asked)).toEqual([]);
  });

  it('is a PDF by its content, whatever its name', async () => {
    const asked = await givenAsked();
    expect((await send(asked, { name: 'photo.png' })).status).toBe(200);
    expect(await listed(asked)).toEqual([expect.objectContaining({ name: 'photo.png', type: 'application/pdf' })]);
  });

  it('has 5 MB at most, and nothing at all is refused', async () => {
    const asked = await givenAsked();
    for (const file of [pdfOf(5 * MB + 1), pdfOf(10 * MB)]) {
      const answer = await send(asked, { file });
      expect(answer).toMatchObject({ status: 413, body: { error: 'file_too_large', field: 'file' } });
    }
    const none = await send(asked, { file: Buffer.alloc(0) });
    expect(none).toMatchObject({ status: 400, body: { error: 'input_invalid', field: 'file' } });
    expect(await listed(asked)).toEqual([]);
    expect((await send(asked, { file: pdfOf(5 * MB) })).status).toBe(200);
    expect(await listed(asked)).toEqual([expect.objectContaining({ size: 5 * MB })]);
  });

  it('is refused by its length before anything of it is read', async () => {
    const asked = await givenAsked();
    const answer = await test.app.inject({
      method: 'POST',
      url: '/desk/commands/attach',
      headers: {
        ...asked.asker.headers,
        'content-type': BYTES_TYPE,
        'content-length': String(10 * MB),
        'idempotency-key': randomUUID(),
        [FIELDS_HEADER]: encodeURIComponent(JSON.stringify({ input: { request: asked.request } })),
      },
      payload: SMALL_PDF,
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { error: 'file_too_large', field: 'file', requestId: expect.any(String) },
    ]);
  });

  it('is one of five, however many are sent at once', async () => {
    const asked = await givenAsked();
    for (let sent = 0; sent < 3; sent += 1) expect((await send(asked)).status).toBe(200);
    const answers = await Promise.all([send(asked), send(asked), send(asked), send(asked)]);
    expect(answers.map(({ body }) => body.error ?? 'ok').toSorted()).toEqual([
      'attachments_full',
      'attachments_full',
      'ok',
      'ok',
    ]);
    expect((await listed(asked))?.map(({ attachment }) => attachment)).toEqual(['1', '2', '3', '4', '5']);
    expect(answers.find(({ body }) => body.error)).toMatchObject({ status: 409, body: { field: 'file' } });
  });

  it('is attached once when a lost answer is sent again, even after the decision', async () => {
    const asked = await givenAsked();
    const key = randomUUID();
    const first = await send(asked, { key });
    expect(await Promise.all([send(asked, { key }), send(asked, { key })])).toEqual([first, first]);
    expect((await send(asked, { key, file: PLAIN })).body.error).toBe('key_reused');
    await give(test, asked.manager, 'approve', { input: { request: asked.request } });
    expect(await send(asked, { key })).toEqual(first);
    expect(await listed(asked)).toHaveLength(1);
  });

  it('is attached by the asker alone', async () => {
    const asked = await givenAsked();
    expect(await send(asked, {}, asked.manager)).toMatchObject({
      status: 409,
      body: { error: 'not_own_request', field: 'request' },
    });
    expect((await auditOfStaff(test.ctx, asked.manager)).at(-1)).toBe(
      `desk.attach desk_request:${asked.request} not_own_request`,
    );
    expect(await listed(asked)).toEqual([]);
  });

  it.each(['approve', 'refuse'])('is refused once the request has been decided by %s', async (decision) => {
    const asked = await givenAsked();
    await give(test, asked.manager, decision, {
      input: { request: asked.request, ...(decision === 'refuse' && { because: 'no' }) },
    });
    expect(await send(asked)).toMatchObject({ status: 409, body: { error: 'already_decided' } });
    expect(await listed(asked)).toEqual([]);
  });

  it('is attached before a decision that comes at the same time, or refused', async () => {
    const asked = await givenAsked();
    const [sent, decided] = await Promise.all([
      send(asked),
      give(test, asked.manager, 'approve', { input: { request: asked.request } }),
    ]);
    expect(decided.status).toBe(200);
    expect(sent.body.error ?? 'ok').toMatch(/^(ok|already_decided)$/);
    expect(await listed(asked)).toHaveLength(sent.status === 200 ? 1 : 0);
  });

  it('is refused once the request has expired', async () => {
    const asked = await givenAsked();
    test.ctx.advance(DAY_MS);
    const later = await givenStaff(test.ctx, asked.tenantId);
    await test.ctx.asOwner('UPDATE desk_request SET asked_by = $2 WHERE id = $1', [asked.request, later.id]);
    expect((await send(asked, {}, later)).body.error).toBe('request_expired');
  });

  it('is out of reach of other programmes and of other requests, and each attempt is audited', async () => {
    const [asked, other] = [await givenAsked(), await givenAsked()];
    await send(asked);
    for (const answer of [await opened(asked, other.manager), await send(asked, {}, other.asker)]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found', field: 'request' } });
    }
    expect((await auditOfStaff(test.ctx, other.manager)).at(-1)).toBe(
      `desk.request-attachment desk_request:${asked.request} not_found`,
    );
    expect((await auditOfStaff(test.ctx, other.asker)).at(-1)).toBe(
      `desk.attach desk_request:${asked.request} not_found`,
    );
    for (const attachment of ['2', '99999999999']) {
      const answer = await opened(asked, asked.manager, attachment);
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found', field: 'attachment' } });
    }
    expect((await opened(other, other.manager)).status).toBe(404);
  });

  it('goes with the person, after whom nothing more is attached, and others keep theirs', async () => {
    const [asked, other] = [await givenAsked(), await givenAsked()];
    await send(asked);
    await send(other);
    const { tenantId, card } = asked;
    await test.ctx.database.transact(tenantId, (tx) =>
      erase(tx, { tenantId, holderId: card.holder?.id ?? 0n, webAccountIds: [], at: test.ctx.clocks.business.now() }),
    );
    expect([await listed(asked), (await opened(asked, asked.manager)).status]).toEqual([[], 404]);
    expect(await send(asked)).toMatchObject({ status: 409, body: { error: 'person_erased', field: 'request' } });
    expect(await listed(other)).toHaveLength(1);
  });

  it.each(['release-held', 'recover-mistaken', 'refund-order', 'release-suspense'])(
    'of %s goes with the person whose money it is about, and not with another',
    async (command) => {
      const sample = await DESK_SAMPLES[command]?.given(test);
      if (!sample) throw new Error(`${command} has no sample`);
      const { tenantId } = sample;
      // A card of the store belongs to the person who activated it.
      const [brand] = await test.ctx.asOwner<{ id: number }>('SELECT id FROM brand WHERE tenant_id = $1', [tenantId]);
      const addHolder = async (surname: string) => {
        const [row] = await test.ctx.asOwner<{ id: bigint }>(
          `INSERT INTO holder (tenant_id, brand_id, first_name, surname) VALUES ($1, $2, 'Ann', $3) RETURNING id`,
          [tenantId, brand?.id, surname],
        );
        return row?.id ?? 0n;
      };
      const [person, other] = [await addHolder('Lee'), await addHolder('Roe')];
      await test.ctx.asOwner('UPDATE member_account SET primary_holder_id = $2 WHERE tenant_id = $1', [
        tenantId,
        person,
      ]);
      await test.ctx.asOwner('UPDATE card SET holder_id = $2 WHERE tenant_id = $1', [tenantId, person]);
      const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
      const { body } = await give(test, asker, command, { input: sample.input, reason: 'called us' });
      const asked = { asker, manager, tenantId, request: body.request?.id ?? '' };
      expect((await send(asked)).status).toBe(200);
      const at = test.ctx.clocks.business.now();
      for (const [holderId, left] of [
        [other, 1],
        [person, 0],
      ] as const) {
        await test.ctx.database.transact(tenantId, (tx) => erase(tx, { tenantId, holderId, webAccountIds: [], at }));
        expect(await listed(asked)).toHaveLength(left);
      }
    },
  );
});
