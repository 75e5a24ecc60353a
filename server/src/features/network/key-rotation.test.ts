import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, postForm } from '../../../test-support/app.ts';
import {
  givenContext,
  givenDatabase,
  type TestContext,
  type TestDatabase,
} from '../../../test-support/processes/database.ts';
import { givenCard, givenPan, givenSession, type TestCard } from '../../../test-support/factories.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { readRefreshToken, writeRefreshToken } from '../access/session/refresh-token.ts';
import { rewriteCardKeys } from '../cards/due.ts';
import { buildApp } from '../../http/app.ts';
import type { VersionedKey } from '../../platform/secrets/keys.ts';
import { openSecrets } from '../../platform/secrets/secret-store.ts';

/** The keys of the card number after rotations to `current`, with all older versions. */
function keysUpTo(current: number): { readonly pan: VersionedKey; readonly panIndex: VersionedKey } {
  const key = (fill: number): VersionedKey => ({
    current,
    versions: new Map(
      Array.from({ length: current }, (_, index) => [index + 1, Buffer.alloc(32, fill + index)] as const),
    ),
  });
  return { panIndex: key(0x20), pan: key(0x10) };
}

/** A server with these keys. */
function rotatedTo(ctx: TestContext, current: number): TestContext {
  return { ...ctx, secrets: openSecrets({ ...TEST_KEYS, ...keysUpTo(current) }) };
}

let database: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  database = await givenDatabase();
  ctx = await givenContext({}, database);
});
afterAll(() => ctx.close());

describe('the keys of the card number, rotated twice', () => {
  it('find and accept cards stored under each of three versions', async () => {
    const cards: TestCard[] = [];
    for (const version of [1, 2, 3]) {
      cards.push(await givenCard(rotatedTo(ctx, version), { balance: 10_000n, pan: givenPan() }));
    }
    const latest = rotatedTo(ctx, 3);
    const versions = await ctx.asOwner<{ version: number }>(
      'SELECT pan_hash_key_version AS version FROM card ORDER BY version',
    );
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    const app = await buildApp(latest);
    try {
      for (const card of cards) {
        expect(await sendNetwork({ app, ctx: latest }, 'authorisations', purchaseOf(card))).toMatchObject({
          answer: '00',
        });
        expect(await sendNetwork({ app, ctx: latest }, 'refunds', purchaseOf(card))).toMatchObject({ answer: '00' });
        const fields = {
          grant_type: 'card',
          ...brandFields(card.brand),
          cardnumber: card.pan,
          accesscode: card.accessCode,
        };
        expect((await postForm(app, '/api/token', fields)).statusCode).toBe(200);
      }
    } finally {
      await app.close();
    }
  });

  it('are replaced on every card by a scheduled job, after which the old versions are not needed', async () => {
    const latest = rotatedTo(ctx, 3);
    const card = await givenCard(rotatedTo(ctx, 1), { balance: 10_000n, pan: givenPan() });
    await sweep(latest, rewriteCardKeys);
    expect(
      await ctx.asOwner('SELECT DISTINCT pan_key_version AS pan, pan_hash_key_version AS index FROM card'),
    ).toEqual([{ pan: 3, index: 3 }]);
    const alone = (key: VersionedKey): VersionedKey => ({
      current: 3,
      versions: new Map([...key.versions].filter(([version]) => version === 3)),
    });
    const { pan, panIndex } = keysUpTo(3);
    const without = { ...ctx, secrets: openSecrets({ ...TEST_KEYS, pan: alone(pan), panIndex: alone(panIndex) }) };
    const app = await buildApp(without);
    try {
      expect(await sendNetwork({ app, ctx: without }, 'authorisations', purchaseOf(card))).toMatchObject({
        answer: '00',
      });
    } finally {
      await app.close();
    }
  });

  it('give a message that is repeated after the rotation its stored answer', async () => {
    const before = rotatedTo(ctx, 1);
    const after = rotatedTo(ctx, 2);
    const card = await givenCard(before, { balance: 10_000n, pan: givenPan() });
    const message = purchaseOf(card);
    const [first, second] = [await buildApp(before), await buildApp(after)];
    try {
      const answer = await sendNetwork({ app: first, ctx: before }, 'authorisations', message);
      expect(answer).toMatchObject({ answer: '00', available: 8766 });
      expect(await sendNetwork({ app: second, ctx: after }, 'authorisations', message)).toEqual(answer);
    } finally {
      await first.close();
      await second.close();
    }
  });
});

describe('keys that are replaced one server after another', () => {
  /** Keys that a server has loaded: the version that it writes with, and the others. */
  const having = ([current = 0, ...others]: readonly number[]): TestContext => {
    const key = (fill: number): VersionedKey => ({
      current,
      versions: new Map([current, ...others].map((version) => [version, Buffer.alloc(32, fill + version)] as const)),
    });
    const keys = { pan: key(0x60), panIndex: key(0x70), token: key(0x80), network: key(0x90) };
    return { ...ctx, secrets: openSecrets({ ...TEST_KEYS, ...keys }) };
  };
  const STEPS: readonly (readonly [readonly number[], readonly number[]])[] = [
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
  ];

  it.each(STEPS)('let servers with %j and with %j read what the other wrote and signed', async (before, after) => {
    for (const [writes, reads] of [
      [before, after],
      [after, before],
    ] as const) {
      const [writer, reader] = [having(writes), having(reads)];
      const card = await givenCard(writer, { balance: 10_000n, pan: givenPan() });
      const { token } = await givenSession(writer, { card });
      const app = await buildApp(reader);
      try {
        const headers = { authorization: `Bearer ${token}` };
        expect((await app.inject({ url: '/api/card/cards', headers })).statusCode).toBe(200);
        // Signed by the writer and verified by the reader.
        expect(await sendNetwork({ app, ctx: writer }, 'authorisations', purchaseOf(card))).toMatchObject({
          answer: '00',
        });
      } finally {
        await app.close();
      }
      const name = { sessionId: '00000000-0000-4000-8000-000000000000', generation: 1 };
      expect(readRefreshToken(reader.secrets, writeRefreshToken(writer.secrets, name))).toEqual(name);
    }
  });

  it('end the sessions of a key that is left out', async () => {
    const card = await givenCard(having([1]), { pan: givenPan() });
    const { token } = await givenSession(having([1]), { card });
    const app = await buildApp(having([2]));
    try {
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.inject({ url: '/api/card/cards', headers })).statusCode).toBe(401);
    } finally {
      await app.close();
    }
  });
});
