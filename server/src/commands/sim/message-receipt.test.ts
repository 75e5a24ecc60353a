import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenAccount, givenCard, givenHolder } from '../../../test-support/factories.ts';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import { messagesTo } from '../../../test-support/outside/receipts.ts';
import { deliverDue } from '../../features/messages/deliver-messages.due.ts';
import { writeInstance } from '../../platform/instance.ts';
import { runSim } from '../sim.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wattle-said-'));
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_DATA: folder });
  const baseUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  writeInstance(folder, { baseUrl, ownerUrl: undefined, appUrl: test.ctx.url, pid: process.pid });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function message(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runSim({
    argv: ['message', ...argv],
    config: { dataFolder: folder, namedSecrets: new Map() },
    readKeys: () => TEST_KEYS,
    now: () => test.ctx.clocks.security.now(),
    say: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, err, said: out.map((line) => JSON.parse(line) as { said: string; status: number }) };
}

/** A holder to whom a code was sent by text. */
async function givenCode(mobile: string) {
  const holder = await givenHolder(test.ctx, { mobile });
  const card = await givenCard(test.ctx, { account: await givenAccount(test.ctx, { holder }) });
  const ask = async () => {
    const payload = { CardId: card.cardId, Brand: card.brand.identifier };
    await test.app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
    await deliverDue(test.ctx, test.ctx.outside);
    return (await messagesTo(test, holder.id)).at(-1);
  };
  const of = ['--brand', card.brand.identifier, '--programme', String(card.brand.tenantId)];
  return { ask, of };
}

describe('npm run sim -- message', () => {
  it('makes a text undelivered, and an opt-out sends the next code by email', async () => {
    const { ask, of } = await givenCode('0400 000 881');
    expect(await ask()).toMatchObject({ channel: 'sms', undelivered_reason: null });
    const off = await message('unreachable', '--to', '0400000881', ...of);
    expect(off).toMatchObject({ code: 0, said: [{ said: 'unreachable', status: 200 }] });
    expect(await ask()).toMatchObject({ channel: 'sms' });
    expect(await message('opted-out', '--to', '0400 000 881'.replaceAll(' ', ''), ...of)).toMatchObject({ code: 0 });
    expect(await ask()).toMatchObject({ channel: 'email' });
  });

  it('says that there is no such message', async () => {
    const { of } = await givenCode('0400 000 882');
    const { code, err } = await message('delivered', '--to', '0400000882', ...of);
    expect([code, err]).toEqual([1, ['The inbox has no message to this contact. Ask for one first.']]);
  });

  it.each([[['forgotten']], [['delivered']], [['delivered', '--to', '0400000001', '--count', 'many']]])(
    'refuses %j',
    async (argv) => {
      expect((await message(...argv)).code).toBe(2);
    },
  );
});
