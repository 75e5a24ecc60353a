import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenCard, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, tell } from '../../../test-support/network.ts';
import { expireHolds } from './expire-holds.due.ts';

/*
 * The lifecycles of issuing that Increase (card-payment-lifecycle), Airwallex (transaction-scenarios) and Checkout.com
 * (transaction-lifecycle) publish, as histories of one purchase. Beside each stands what is held and booked at its end,
 * added up by hand; a model of arithmetic says the same of every order of its follow-ups.
 */

type Channel = 'contactless' | 'online';
/** Cents. `reverse`: down to what it really came to. */
type Step =
  | readonly ['authorise' | 'increment' | 'advice' | 'refund', number]
  | readonly ['clear', number, 'final' | 'more' | 'unsaid']
  | readonly ['reverse', number]
  | readonly ['expire'];
type Standing = { readonly held: number; readonly booked: number; readonly spent: number };

const START = 100_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

/** The model: what one purchase holds and has booked, whatever the order of its messages. */
function modelOf(channel: Channel, steps: readonly Step[]): Standing {
  let [authorised, cleared, refunded, isEnded, least] = [0, 0, 0, false, Number.POSITIVE_INFINITY];
  for (const step of steps) {
    if (step[0] === 'authorise' || step[0] === 'advice') authorised = step[1];
    if (step[0] === 'increment') [authorised, least] = [authorised + step[1], least + step[1]];
    if (step[0] === 'refund') refunded += step[1];
    if (step[0] === 'reverse') least = Math.min(least, step[1]);
    if (step[0] === 'expire') isEnded = true;
    if (step[0] === 'clear') {
      cleared += step[1];
      isEnded ||= step[2] === 'final' || (step[2] === 'unsaid' && channel === 'contactless');
    }
  }
  const held = isEnded ? 0 : Math.max(0, Math.min(authorised, least) - cleared);
  return { held, booked: cleared - refunded, spent: cleared - refunded };
}

async function standingOf(card: TestCard): Promise<Standing & { readonly available: number }> {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string; spent: string | null }>(
    `SELECT balance, held, (SELECT sum(cents) FROM spending_day WHERE member_account_id = $2) AS spent
     FROM ledger_account WHERE id = $1`,
    [card.account.ledgerAccountId, card.account.id],
  );
  const [balance, held] = [Number(row?.balance), Number(row?.held)];
  return { held, booked: START - balance, spent: Number(row?.spent ?? 0), available: balance - held };
}

/** Sends a history of one purchase by a card of its own, and answers what stands at its end. */
async function live(channel: Channel, steps: readonly Step[]) {
  const card = await givenCard(test.ctx, { balance: BigInt(START) });
  const original = freshReference();
  const fields = { channel, ...(channel === 'online' && { credentialOnFile: true }) };
  const of = (amount: number) => purchaseOf(card, { ...fields, amount });
  for (const step of steps) {
    const [kind, amount = 0] = step;
    if (kind === 'authorise') await tell(test, 'authorisations', { ...of(amount), reference: original });
    if (kind === 'advice') await tell(test, 'advices', { ...of(amount), reference: original });
    if (kind === 'refund') await tell(test, 'refunds', { ...of(amount), original });
    if (kind === 'reverse')
      await tell(test, 'reversals', { reference: freshReference(), original, replacementAmount: amount });
    if (step[0] === 'clear') {
      const isFinal = step[2] === 'unsaid' ? {} : { isFinal: step[2] === 'final' };
      expect((await tell(test, 'clearings', { ...of(amount), original, ...isFinal })).answer).toBe('00');
    }
    if (kind === 'expire') {
      test.ctx.setBusinessTime('2026-12-31T02:00:00Z');
      await sweep(test.ctx, expireHolds);
      test.ctx.setBusinessTime(TEST_START);
    }
  }
  return standingOf(card);
}

/** Each history: its source's name for it, channel, messages, and what is held and booked at the end. */
const HISTORIES: readonly (readonly [string, Channel, readonly Step[], number, number])[] = [
  ['authorisation', 'contactless', [['authorise', 10_000]], 10_000, 0],
  [
    'authorisation, clearing',
    'contactless',
    [
      ['authorise', 10_000],
      ['clear', 10_000, 'unsaid'],
    ],
    0,
    10_000,
  ],
  ['verification of 0.00', 'online', [['authorise', 0]], 0, 0],
  [
    'verification, then a clearing that names it',
    'online',
    [
      ['authorise', 0],
      ['clear', 3_000, 'unsaid'],
    ],
    0,
    3_000,
  ],
  [
    'under-clearing at a terminal',
    'contactless',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'unsaid'],
    ],
    0,
    4_000,
  ],
  [
    'partial clearing online',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'unsaid'],
    ],
    6_000,
    4_000,
  ],
  [
    'partial clearing that says that more comes',
    'contactless',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'more'],
    ],
    6_000,
    4_000,
  ],
  [
    'final partial clearing online',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'final'],
    ],
    0,
    4_000,
  ],
  [
    'several clearings up to the whole',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'unsaid'],
      ['clear', 5_000, 'unsaid'],
      ['clear', 1_000, 'unsaid'],
    ],
    0,
    10_000,
  ],
  [
    'several clearings, the last over it',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'unsaid'],
      ['clear', 9_000, 'unsaid'],
    ],
    0,
    13_000,
  ],
  [
    'over-clearing (a tip)',
    'contactless',
    [
      ['authorise', 10_000],
      ['clear', 12_000, 'unsaid'],
    ],
    0,
    12_000,
  ],
  [
    'clearing after a final one',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'final'],
      ['clear', 1_000, 'unsaid'],
    ],
    0,
    5_000,
  ],
  [
    'reversal without an amount left',
    'contactless',
    [
      ['authorise', 10_000],
      ['reverse', 0],
    ],
    0,
    0,
  ],
  [
    'partial reversal',
    'contactless',
    [
      ['authorise', 10_000],
      ['reverse', 7_000],
    ],
    7_000,
    0,
  ],
  [
    'partial reversal, clearing',
    'contactless',
    [
      ['authorise', 10_000],
      ['reverse', 7_000],
      ['clear', 7_000, 'unsaid'],
    ],
    0,
    7_000,
  ],
  [
    'partial clearing, reversal of the rest',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'unsaid'],
      ['reverse', 0],
    ],
    0,
    4_000,
  ],
  [
    'partial clearing, reversal to a part',
    'online',
    [
      ['authorise', 10_000],
      ['clear', 4_000, 'unsaid'],
      ['reverse', 6_000],
    ],
    2_000,
    4_000,
  ],
  [
    'reversal, then a late clearing',
    'contactless',
    [
      ['authorise', 10_000],
      ['reverse', 0],
      ['clear', 10_000, 'unsaid'],
    ],
    0,
    10_000,
  ],
  [
    'advice, clearing',
    'contactless',
    [
      ['advice', 10_000],
      ['clear', 10_000, 'unsaid'],
    ],
    0,
    10_000,
  ],
  ['expiry', 'contactless', [['authorise', 10_000], ['expire']], 0, 0],
  [
    'partial clearing, expiry of the rest',
    'online',
    [['authorise', 10_000], ['clear', 4_000, 'unsaid'], ['expire']],
    0,
    4_000,
  ],
  [
    'expiry, then a late clearing',
    'contactless',
    [['authorise', 10_000], ['expire'], ['clear', 10_000, 'unsaid']],
    0,
    10_000,
  ],
  ['force post (no authorisation)', 'contactless', [['clear', 10_000, 'unsaid']], 0, 10_000],
  [
    'refund of a purchase',
    'contactless',
    [
      ['authorise', 10_000],
      ['clear', 10_000, 'unsaid'],
      ['refund', 10_000],
    ],
    0,
    0,
  ],
  [
    'refund of a part',
    'contactless',
    [
      ['authorise', 10_000],
      ['clear', 10_000, 'unsaid'],
      ['refund', 2_500],
    ],
    0,
    7_500,
  ],
  ['refund without a purchase', 'contactless', [['refund', 2_500]], 0, -2_500],
];

describe('a lifecycle of issuing', () => {
  it.each(HISTORIES)('%s', async (_name, channel, steps, held, booked) => {
    const expected = { held, booked, spent: booked };
    expect(modelOf(channel, steps)).toEqual(expected);
    expect(await live(channel, steps)).toEqual({ ...expected, available: START - booked - held });
  });
});

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length <= 1) return [[...all]];
  return all.flatMap((one, place) => ordersOf(all.filter((_, other) => other !== place)).map((rest) => [one, ...rest]));
}

describe('the messages of one purchase in every order', () => {
  it.each<[string, Channel, readonly Step[]]>([
    [
      'parts online and a refund',
      'online',
      [
        ['authorise', 10_000],
        ['clear', 4_000, 'unsaid'],
        ['clear', 3_000, 'more'],
        ['refund', 1_000],
      ],
    ],
    [
      'a final part',
      'online',
      [
        ['authorise', 10_000],
        ['clear', 4_000, 'final'],
        ['clear', 3_000, 'unsaid'],
      ],
    ],
    [
      'a reversal to a part between parts',
      'online',
      [
        ['authorise', 10_000],
        ['reverse', 6_000],
        ['clear', 2_000, 'unsaid'],
        ['clear', 1_000, 'unsaid'],
      ],
    ],
    [
      'a reversal of all beside a clearing',
      'contactless',
      [
        ['authorise', 10_000],
        ['reverse', 0],
        ['clear', 4_000, 'unsaid'],
      ],
    ],
    [
      'an advice with its clearing and more than it',
      'contactless',
      [
        ['advice', 10_000],
        ['clear', 12_000, 'unsaid'],
        ['refund', 500],
      ],
    ],
  ])('%s ends in the same balance', async (_name, channel, steps) => {
    const { held, booked, spent } = modelOf(channel, steps);
    const expected = { held, booked, spent, available: START - booked - held };
    for (const order of ordersOf(steps)) {
      expect({ order, ...(await live(channel, order)) }).toEqual({ order, ...expected });
    }
  });
});

describe('a reversal', () => {
  it('of what nobody has asked for yet is kept, and the authorisation that follows holds nothing', async () => {
    const card = await givenCard(test.ctx, { balance: 20_000n });
    const purchase = purchaseOf(card, { amount: 5_000 });
    const reversal = { reference: freshReference(), original: purchase.reference };
    const kept = await tell(test, 'reversals', reversal);
    expect(kept).toMatchObject({ answer: '00', available: null });
    expect(await tell(test, 'reversals', reversal)).toEqual(kept);
    expect(await tell(test, 'reversals', { ...reversal, replacementAmount: 100 })).toMatchObject({ answer: '94' });
    expect(await tell(test, 'authorisations', purchase)).toMatchObject({ answer: '00', available: 20_000 });
    const rows = await test.ctx.asOwner('SELECT status, hold_id FROM authorisation WHERE card_id = $1', [card.id]);
    expect(rows).toEqual([{ status: 'reversed', hold_id: null }]);
    expect(await tell(test, 'reversals', reversal)).toMatchObject({ answer: '00', available: 20_000 });
  });
});
