import { afterEach, describe, expect, it } from 'vitest';
import { openGroup } from '../batches/group-commit.ts';
import { openWakeUp } from '../wake-up.ts';
import { allowed, type Facts } from './facts.ts';
import {
  asPartOf,
  currentSpan,
  inOwnTrace,
  inSpan,
  inSpanWithin,
  type NewSpan,
  type Span,
  traceWith,
} from './spans.ts';
import { readTraceParent } from './trace-parent.domain.ts';

type Kept = NewSpan & { readonly span: Span; readonly noted: Facts[]; failed?: string; hasEnded?: boolean };

let stop = () => {};
afterEach(() => stop());

/** Keeps spans as they are asked for. */
function givenTracer(): Kept[] {
  const kept: Kept[] = [];
  stop = traceWith({
    start(given) {
      const noted: Facts[] = [];
      const span: Span = {
        traceId: String(kept.length + 1).padStart(32, '0'),
        note: (facts) => void noted.push(facts),
        fail: (type) => {
          one.failed = type;
        },
        end: () => {
          one.hasEnded = true;
        },
      };
      const one: Kept = { ...given, span, noted };
      kept.push(one);
      return span;
    },
  });
  return kept;
}

const NAMED = (name: string) => ({ name, kind: 'work', facts: {} }) as const;
const none = async () => {};
const parentsOf = (kept: readonly Kept[]) =>
  kept.map(({ parents }) => parents.map((parent) => kept.find(({ span }) => span === parent)?.name));

describe('spans', () => {
  it('are the children of what they are within', async () => {
    const kept = givenTracer();
    await inSpan(NAMED('call'), () => inSpanWithin(NAMED('transaction'), none));
    expect(kept.map(({ name }) => name)).toEqual(['call', 'transaction']);
    expect(parentsOf(kept)).toEqual([[], ['call']]);
    expect(kept.every(({ hasEnded }) => hasEnded)).toBe(true);
  });

  it('of a transaction are made within others alone', async () => {
    const kept = givenTracer();
    await inSpanWithin(NAMED('transaction'), none);
    expect(kept).toEqual([]);
  });

  it('say by its code or its class that work failed, and never the message', async () => {
    const kept = givenTracer();
    const withCode = Object.assign(new Error('9036000000000017 is not unique'), { code: '23505' });
    for (const error of [withCode, new RangeError('9036000000000017')]) {
      await expect(inSpan(NAMED('call'), () => Promise.reject(error))).rejects.toBe(error);
    }
    expect(kept.map(({ failed }) => failed)).toEqual(['23505', 'RangeError']);
  });

  it('of what a call wakes are not part of it', async () => {
    const kept = givenTracer();
    const wakeUp = openWakeUp();
    const within: (Span | undefined)[] = [];
    wakeUp.listen(() => void within.push(currentSpan()));
    await inSpan(NAMED('call'), async () => wakeUp.send());
    await inSpan(NAMED('call'), () => inOwnTrace(NAMED('due work'), none));
    expect(within).toEqual([undefined]);
    expect(parentsOf(kept)).toEqual([[], [], []]);
  });

  it('of a batch belong to its only call, or to the first and are linked to the others', async () => {
    const kept = givenTracer();
    const group = openGroup<string, string>({
      run: (items) => inSpanWithin(NAMED('transaction'), async () => items),
      isLost: () => false,
    });
    const submit = (name: string) => inSpan(NAMED(name), () => group.submit(name));
    await submit('one');
    await Promise.all([submit('two'), submit('three'), group.submit('untraced')]);
    expect(kept.map(({ name }) => name)).toEqual(['one', 'transaction', 'two', 'three', 'batch', 'transaction']);
    expect(parentsOf(kept)).toEqual([[], ['one'], [], [], ['two', 'three'], ['batch']]);
    expect(kept[4]?.facts).toEqual({ 'wattle.batch': 3 });
  });

  it('are none where nothing is traced, and the work is done all the same', async () => {
    const done = asPartOf(undefined, () => 'done');
    expect([done, await inSpan(NAMED('call'), async (span) => span), currentSpan()]).toEqual([
      'done',
      undefined,
      undefined,
    ]);
  });
});

describe('facts of a span', () => {
  it('are those of the list, in their form', () => {
    const facts: Facts = {
      'http.request.method': 'POST',
      'http.route': '/api/cards/:cardId',
      'http.response.status_code': 200,
      'server.address': 'api.stripe.com',
      'wattle.job': 'cards.rewrite-keys',
      'wattle.request_id': '0b54ab0c-6c51-4f67-8f59-3d04a1f0f6ac',
      'wattle.system': 'bank:out',
    };
    expect(allowed(facts)).toEqual(facts);
  });

  it.each([
    ['http.route', '/api/cards/9036000000000017'],
    ['http.route', '/api/cards/:cardId?code=246810'],
    ['wattle.operation', 'amelia.chen@example.com'],
    ['wattle.outcome', '0412 345 678'],
    ['wattle.job', 'Golden Wattle 2026'],
    ['wattle.system', 'sms:+61400000000'],
    ['wattle.system', 'mail:notices@bank.example'],
    ['error.type', 'number 9036000000000017'],
    ['server.address', 'user:password@mail.example'],
    ['wattle.programme', 903600000000001],
    ['wattle.request_id', '9036000000000017'],
  ] as const)('have no %s that is %s', (name, value) => {
    expect(allowed({ [name]: value })).toEqual({});
  });

  it('have no name that is not of the list', () => {
    expect(allowed({ 'card.number': '1' } as Facts)).toEqual({});
  });
});

/** Examples and rules of W3C Trace Context, 3.2.2. */
describe('the header traceparent', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  it('names trace and span, and whether it is kept', () => {
    const parent = { traceId: TRACE, spanId: 'b7ad6b7169203331' };
    expect(readTraceParent(`00-${TRACE}-b7ad6b7169203331-01`)).toEqual({ ...parent, isSampled: true });
    expect(readTraceParent(`00-${TRACE}-b7ad6b7169203331-00`)).toEqual({ ...parent, isSampled: false });
    expect(readTraceParent(`cc-${TRACE}-b7ad6b7169203331-01-what-the-future-will-be-like`)).toEqual({
      ...parent,
      isSampled: true,
    });
  });

  it.each([
    `ff-${TRACE}-b7ad6b7169203331-01`,
    `00-${TRACE}-b7ad6b7169203331-01-more`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE}-0000000000000000-01`,
    `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${TRACE}-b7ad6b71692033-01`,
    'x',
  ])('is not read where it is %s', (header) => {
    expect(readTraceParent(header)).toBeUndefined();
  });
});
