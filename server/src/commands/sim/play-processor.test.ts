import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lithic } from '../../outside/processors/lithic/lithic.ts';
import type { Connection, Decision, ProcessorAdapter } from '../../outside/processors/port.ts';
import { openProcessorSandbox } from '../../outside/processors/sandbox/store.ts';
import { stripe } from '../../outside/processors/stripe/stripe.ts';
import { UsageError } from './command.ts';
import { playProcessor, type Post } from './play-processor.ts';
import { readProcessorCommand } from './processor-command.ts';

/** 2026-11-29T08:00:00Z */
const NOW = 1_795_939_200_000;
const CONNECTION: Connection = { id: 3, currency: 'AUD', apiVersion: '2026-10-28.endive', increments: 'differences' };
const SECRETS = { stripe: 'whsec_sandbox', lithic: Buffer.alloc(32, 3).toString('base64') };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-processors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = async () => async () => {};

/** A server that verifies, and decides by a script: an answer of the network, or none in time. */
async function run(words: string, decide: () => Partial<Decision> = () => ({ answer: '00' })) {
  const command = readProcessorCommand(words.split(' '));
  const adapter: ProcessorAdapter = command.processor === 'stripe' ? stripe : lithic;
  const secret = SECRETS[command.processor];
  const post: Post = async (url, headers, body) => {
    const [, , , purpose = ''] = url.split('/');
    const delivery = { path: purpose, headers, rawBody: Buffer.from(body) };
    if (!adapter.isSigned(delivery, [secret], NOW)) return { status: 401, body: '' };
    const [first] = adapter.read(delivery, CONNECTION);
    if (!first || !('do' in first)) return adapter.taken();
    const decision = { reference: 'p-1', approvalCode: null, available: null, answer: '00', ...decide() } as const;
    return adapter.answer(first, decision, CONNECTION);
  };
  const store = openProcessorSandbox(folder);
  const connection = { publicId: 'c1', name: 'Cards', deadlineMs: adapter.deadlineMs, secrets: () => [secret] };
  return playProcessor(command, { store, connection, businessMs: NOW, now: () => NOW, post, lock });
}
const short = (deliveries: Awaited<ReturnType<typeof run>>) =>
  deliveries.map(({ name, status }) => `${name} ${status}`);

describe('npm run sim -- processor', () => {
  it('asks, hears the answer and tells of it, and remembers the purchase for the next act', async () => {
    const [asked, told] = await run('stripe authorise --card ic_1 --amount 18.45');
    expect(asked).toMatchObject({ name: 'issuing_authorization.request', status: 200, deadlineMs: 2_000 });
    expect(asked?.answer).toContain('"approved":true');
    expect(told).toMatchObject({ name: 'issuing_authorization.created', status: 200 });
    expect(told?.belief).toBe('pending, approved (webhook_approved), holds 1845, captured 0');
    const cleared = await run('stripe clear --card ic_1');
    expect(cleared.at(-1)?.belief).toBe('closed, approved (webhook_approved), holds 0, captured 1845');
    expect(
      openProcessorSandbox(folder)
        .deliveries()
        .map(({ id }) => id),
    ).toEqual(['evt_sandbox_1', 'evt_sandbox_2', 'evt_sandbox_3', 'evt_sandbox_4']);
  });

  it('takes a decline and a part as the processor takes them', async () => {
    const declined = await run('lithic authorise --card card_1 --amount 62.50', () => ({ answer: '51' }));
    expect(declined.at(-1)?.belief).toBe('DECLINED, AUTHORIZATION DECLINED, holds 0, settled 0');
    const part = await run('lithic authorise --card card_1 --amount 62.50', () => ({
      answer: '10',
      approvedAmount: 4_000,
    }));
    expect(part.at(-1)?.belief).toBe('PENDING, AUTHORIZATION APPROVED, holds 4000, settled 0');
  });

  it('discards a late answer, and decides by its setting', async () => {
    const belief = async (words: string) => (await run(words)).at(-1)?.belief;
    expect(await belief('stripe authorise --card ic_1 --late 2500 --on-silence approve')).toContain(
      'approved (webhook_timeout)',
    );
    expect(await belief('stripe authorise --card ic_1 --late 2500')).toContain('declined (webhook_timeout)');
  });

  it('sends twice, after a fault again, in another order, and not at all', async () => {
    const request = 'issuing_authorization.request 200';
    const created = 'issuing_authorization.created 200';
    expect(short(await run('stripe authorise --card ic_1 --twice'))).toEqual([request, request, created, created]);
    expect(short(await run('stripe authorise --card ic_1 --five-hundred-once'))).toEqual([request, request, created]);
    expect(short(await run('stripe authorise --card ic_1 --skip created'))).toEqual([request]);
    expect(short(await run('stripe authorise --card ic_1 --alone pin_blocked'))).toEqual([created]);
    expect(short(await run('stripe authorise --order clear,authorise --card ic_1'))).toEqual([
      'issuing_transaction.created 200',
      'issuing_authorization.updated 200',
      request,
      created,
    ]);
  });

  it('is refused with a wrong secret and after 301 seconds', async () => {
    for (const processor of ['stripe', 'lithic']) {
      for (const fault of ['--wrong-secret', '--old 301']) {
        const [first] = await run(`${processor} authorise --card card_1 ${fault}`);
        expect(first?.status).toBe(401);
      }
      const [good] = await run(`${processor} authorise --card card_1 --old 300`);
      expect(good?.status).toBe(200);
    }
  });

  it('names an unknown card, another currency, no shop and a new word', async () => {
    const [first] = await run('stripe authorise --unknown-card --other-currency --null-merchant --unknown-enum');
    expect(first?.status).toBe(200);
    const state = openProcessorSandbox(folder).state('c1');
    expect(Object.values(state?.purchases ?? {})).toMatchObject([
      { card: 'unknown_card', currency: 'usd', authorization_method: 'a_new_method', merchant_data: { name: null } },
    ]);
  });

  it('sends the last question again byte for byte, and refuses where there is none', async () => {
    await expect(run('stripe authorise --card ic_1 --again')).rejects.toThrow('authorise first');
    await expect(run('stripe clear --card ic_1 --again')).rejects.toThrow('authorise first');
    const [asked] = await run('stripe authorise --card ic_1 --skip created');
    expect(await run('stripe authorise --card ic_1 --again')).toMatchObject([
      { name: 'issuing_authorization.request', id: asked?.id, answer: asked?.answer },
    ]);
    // Nothing happens to the purchase by it.
    expect(Object.keys(openProcessorSandbox(folder).state('c1')?.purchases ?? {})).toEqual(['iauth_sandbox_1']);
  });

  it('keeps whether changes of cards are confirmed', async () => {
    await run('stripe authorise --card ic_1 --confirm never');
    expect(openProcessorSandbox(folder).state('c1')).toMatchObject({ confirms: false });
    await run('stripe reverse --card ic_1');
    expect(openProcessorSandbox(folder).state('c1')).toMatchObject({ confirms: false });
    await run('stripe authorise --card ic_1 --confirm 0s');
    expect(openProcessorSandbox(folder).state('c1')).toMatchObject({ confirms: true });
  });

  it('keeps what is wrong with its settlements', async () => {
    await run('lithic authorise --card card_1 --report short');
    await run('lithic reverse --card card_1');
    expect(openProcessorSandbox(folder).state('c1')).toMatchObject({ report: 'short' });
    await expect(run('lithic authorise --card card_1 --report lost')).rejects.toThrow('--report takes right or late');
  });

  it.each([
    '',
    'wattle',
    'stripe',
    'stripe dance --card ic_1',
    'stripe authorise',
    'stripe authorise --card ic_1 --amount much',
    'stripe authorise --card ic_1 --shop 12.00',
    'stripe authorise --card ic_1 --shop 12.00-USD --rate 1',
    'stripe authorise --card ic_1 --wallet ring',
    'stripe authorise --card ic_1 --late soon',
    'stripe authorise --card ic_1 --order clear,refund',
    'stripe authorise --card ic_1 more',
    'stripe authorise --card ic_1 --magic',
    'stripe authorise --card ic_1 --entry fax',
    'stripe authorise --card ic_1 --at-once 0',
    'stripe authorise --card ic_1 --country australia',
    'stripe authorise --card ic_1 --ahead soon',
  ])('refuses what it does not understand: %s', (words) => {
    expect(() => readProcessorCommand(words.split(' '))).toThrow(UsageError);
  });
});
