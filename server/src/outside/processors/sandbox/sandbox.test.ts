import { describe, expect, it } from 'vitest';
import { lithic } from '../lithic/lithic.ts';
import { lithicSandbox } from '../lithic/sandbox.ts';
import type { Connection, Delivery, Inbound, ProcessorAdapter } from '../port.ts';
import { stripeSandbox } from '../stripe/sandbox.ts';
import { stripe } from '../stripe/stripe.ts';
import {
  emptyState,
  type Heard,
  openDesk,
  type SandboxAct,
  type SandboxCommand,
  type SandboxProcessor,
  SandboxRefused,
  type SandboxState,
  type Sending,
  withFaults,
} from './sandbox.ts';

/** 2026-11-29T08:00:00Z */
const NOW = 1_795_939_200_000;
const CONNECTION: Connection = { id: 3, currency: 'AUD', apiVersion: '2026-10-28.endive', increments: 'differences' };
const SECRETS = { stripe: 'whsec_sandbox', lithic: Buffer.alloc(32, 3).toString('base64') };
const APPROVED: Heard = { heard: 'approved' };

type Script = readonly (readonly [act: SandboxAct, given?: Partial<SandboxCommand>, heard?: Heard])[];

/** Plays acts one after the other; each is a question and the events after it. */
function play<P extends { readonly card: string }>(
  sandbox: typeof stripeSandbox | typeof lithicSandbox,
  adapter: ProcessorAdapter,
  script: Script,
) {
  const processor = sandbox as unknown as SandboxProcessor<P>;
  let state: SandboxState<P> = emptyState();
  const sendings: Sending[] = [];
  for (const [act, given, heard] of script) {
    const desk = openDesk(state, NOW);
    const command: SandboxCommand = { act, card: 'card_1', ...given };
    const ask = processor.ask(desk, command);
    sendings.push(...(ask ? [ask] : []), ...processor.tell(desk, command, heard ?? APPROVED));
    state = desk.state();
  }
  const secret = processor.kind === 'stripe' ? SECRETS.stripe : SECRETS.lithic;
  const read = sendings.map((sending): readonly Inbound[] => {
    const headers = processor.sign(secret, sending, NOW);
    const delivery: Delivery = { path: sending.path, headers, rawBody: Buffer.from(sending.body) };
    expect(adapter.isSigned(delivery, [secret], NOW)).toBe(true);
    return adapter.read(delivery, CONNECTION);
  });
  const newest = Object.values(state.purchases).at(-1);
  return { sendings, read, belief: newest === undefined ? '' : processor.belief(newest) };
}

const short = (read: readonly (readonly Inbound[])[]) =>
  read.map((all) =>
    all
      .map((one) => {
        if ('do' in one) return `${one.do}? ${one.message.amount}`;
        if (!('did' in one)) return 'ignored';
        const cents =
          'message' in one ? one.message.amount : 'left' in one ? one.left : 'amount' in one ? one.amount : '';
        return `${one.did} ${cents}`.trim();
      })
      .join(', '),
  );

const HOTEL: Script = [
  ['authorise', { amount: 10_000 }],
  ['increment', { amount: 2_000 }],
  ['reverse', { amount: 9_000 }],
  ['clear', { amount: 6_000, more: true }],
  ['clear', { amount: 3_000 }],
  ['refund', { amount: 500 }],
  ['refund-back', { amount: 500 }],
  ['dispute'],
];

describe('Stripe in the sandbox', () => {
  const run = (script: Script) => play(stripeSandbox, stripe, script);

  it('lives through a purchase that its adapter reads', () => {
    const { read, belief } = run(HOTEL);
    expect(short(read)).toEqual([
      'authorise? 10000',
      'decided 10000',
      'increment? 2000',
      'decided 10000, decided 2000, holdSet 12000',
      'decided 10000, decided 2000, holdSet 9000',
      'cleared 6000',
      'decided 10000, decided 2000, holdSet 3000',
      'cleared 3000',
      'decided 10000, decided 2000, holdSet 0',
      'refunded 500',
      'refundReversed 500',
      'disputed 3000',
    ]);
    expect(belief).toBe('closed, approved (webhook_approved), holds 0, captured 9000');
  });

  it('gives the same bytes for the same acts', () => {
    expect(run(HOTEL).sendings).toEqual(run(HOTEL).sendings);
    expect(
      run(HOTEL)
        .sendings.map(({ id }) => id)
        .slice(0, 3),
    ).toEqual(['evt_sandbox_1', 'evt_sandbox_2', 'evt_sandbox_3']);
  });

  it('hears each answer as Stripe does', () => {
    expect(stripeSandbox.hear(200, '{"approved":true,"amount":4000}')).toEqual({ heard: 'approved', amount: 4_000 });
    expect(stripeSandbox.hear(200, '{"approved":false}')).toEqual({ heard: 'declined', word: 'webhook_declined' });
    for (const [status, body] of [
      [500, ''],
      [200, 'yes'],
      [200, '{}'],
    ] as const) {
      expect(stripeSandbox.hear(status, body)).toEqual({ heard: 'declined', word: 'webhook_error' });
    }
  });

  it('decides by its setting where the answer is late, declines alone, and stands in', () => {
    const results = (script: Script) => run(script).read.at(-1)?.[0];
    expect(results([['authorise', {}, { heard: 'late', approves: true }]])).toMatchObject({
      approved: true,
      by: 'timeout',
    });
    expect(results([['authorise', {}, { heard: 'late', approves: false }]])).toMatchObject({
      approved: false,
      by: 'timeout',
    });
    expect(short(run([['authorise', { alone: 'pin_blocked' }]]).read)).toEqual(['declined 1845']);
    expect(results([['advice']])).toMatchObject({ approved: true, by: 'network' });
    expect(short(run([['force-clear', { amount: 700 }]]).read)).toEqual(['cleared 700']);
    expect(short(run([['authorise'], ['expire']]).read).at(-1)).toBe('decided 1845, expired');
  });

  it('refuses what Stripe has not, and what is not there', () => {
    for (const script of [[['balance']], [['correct']], [['clear']], [['authorise'], ['dispute']]] as Script[]) {
      expect(() => run(script)).toThrow(SandboxRefused);
    }
  });
});

describe('Lithic in the sandbox', () => {
  const run = (script: Script) => play(lithicSandbox, lithic, script);

  it('lives through a purchase that its adapter reads', () => {
    const { read, belief } = run([...HOTEL, ['correct', { amount: 100, state: 'credit' }]]);
    const all = read.map((each) => short([each])[0]?.split(', ') ?? []);
    expect(all.map((each) => each.slice(-2).join(', '))).toEqual([
      'authorise? 10000',
      'decided 10000',
      'authorise? 2000',
      'decided 2000, holdSet 12000',
      'reversed 9000, holdSet 9000',
      'cleared 6000, holdSet 3000',
      'cleared 3000, holdSet 0',
      'refunded 500, holdSet 0',
      'refundReversed 500, holdSet 0',
      'disputed 9000',
      'corrected 100, holdSet 0',
    ]);
    expect(belief).toBe('SETTLED, CORRECTION_CREDIT APPROVED, holds 0, settled 9000');
  });

  it('gives the same bytes for the same acts', () => {
    expect(run(HOTEL).sendings).toEqual(run(HOTEL).sendings);
  });

  it('hears each answer as Lithic does', () => {
    expect(lithicSandbox.hear(200, '{"result":"APPROVED","approved_amount":4000}')).toEqual({
      heard: 'approved',
      amount: 4_000,
    });
    expect(lithicSandbox.hear(200, '{"result":"CARD_LOST"}')).toEqual({ heard: 'declined', word: 'CUSTOM_ASA_RESULT' });
    expect(lithicSandbox.hear(200, '{"result":"INSUFFICIENT_FUNDS"}')).toEqual({
      heard: 'declined',
      word: 'INSUFFICIENT_FUNDS',
    });
    expect(lithicSandbox.hear(500, '')).toEqual({ heard: 'declined', word: 'MALFORMED_ASA_RESPONSE' });
  });

  it('declines where the answer is late or without asking, asks for a balance, and stands in', () => {
    const last = (script: Script) => run(script).read.at(-1)?.[0];
    expect(last([['authorise', {}, { heard: 'late', approves: true }]])).toMatchObject({
      approved: false,
      by: 'timeout',
    });
    expect(last([['authorise', { alone: 'CARD_PAUSED' }]])).toMatchObject({ did: 'declined', reason: 'CARD_PAUSED' });
    expect(short(run([['balance']]).read)).toEqual(['balance? 0', 'ignored']);
    expect(last([['advice']])).toMatchObject({ did: 'decided', approved: true, by: 'standIn' });
    expect(short(run([['force-clear', { amount: 700 }]]).read)).toEqual(['cleared 700']);
    expect(short(run([['authorise'], ['expire']]).read).at(-1)).toBe('decided 1845, expired, holdSet 0');
    expect(() => run([['authorise'], ['refund-back']])).toThrow(SandboxRefused);
  });
});

describe('faults of the sandbox', () => {
  it('are in what is sent: another currency, no merchant, a new word', () => {
    for (const [sandbox, adapter] of [
      [stripeSandbox, stripe],
      [lithicSandbox, lithic],
    ] as const) {
      const asked = (given: Partial<SandboxCommand>) => play(sandbox, adapter, [['authorise', given]]).read[0]?.[0];
      expect(asked({ otherCurrency: true })).toMatchObject({ currency: 'USD' });
      expect(asked({ nullMerchant: true })).toMatchObject({ message: { amount: 1845 } });
      expect(asked({ unknownEnum: true })).toMatchObject({ message: { unknown: [{}] } });
      expect(asked({ wallet: 'apple' })).toMatchObject({ message: { wallet: { kind: 'apple' } } });
      expect(asked({ entry: 'online' })).toMatchObject({ message: { channel: 'online' } });
      const shop = { amount: 1200, currency: 'JPY', rate: '0.0102' };
      expect(asked({ shop })).toMatchObject({
        message: { shopAmount: { amount: 1200, currency: 'JPY', exponent: 0 } },
      });
    }
  });

  it('are in how it is sent: twice, in another order, or not at all', () => {
    const { sendings } = play(stripeSandbox, stripe, [['authorise'], ['clear']]);
    const names = (faults: Parameters<typeof withFaults>[1]) => withFaults(sendings, faults).map(({ name }) => name);
    const [request, created, transaction, updated] = sendings.map(({ name }) => name);
    expect(names({})).toEqual([request, created, transaction, updated]);
    expect(names({ skip: ['authorization.created'] })).toEqual([request, transaction, updated]);
    expect(names({ order: ['transaction', 'updated'] })).toEqual([transaction, updated, request, created]);
    expect(names({ twice: true }).slice(0, 2)).toEqual([request, request]);
  });
});
