import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { dice } from '../../../test-support/dice.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenCard } from '../../../test-support/factories.ts';
import { freshReference, type NetworkPath, postNetwork, purchaseOf } from '../../../test-support/network.ts';
import { inFull, seedOr } from '../../../test-support/sampled.ts';
import { givenSecondServer, type SecondServer } from '../../../test-support/processes/second-server.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { expireHolds } from './due.ts';

let test: TestApp;
let other: SecondServer;
beforeAll(async () => {
  test = await givenApp();
  other = await givenSecondServer(test.ctx);
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const START = 100_000;
type Server = Pick<TestApp, 'app' | 'ctx'>;

/** Repeats a message that a server could not answer, as the network does. */
async function say(where: Server, path: NetworkPath, message: object): Promise<NetworkAnswer> {
  for (let tries = 0; tries < 6; tries += 1) {
    const response = await postNetwork(where, path, message);
    if (response.statusCode === 200) return response.json<NetworkAnswer>();
    if (response.statusCode < 500) throw new Error(response.body);
  }
  throw new Error('no server answers');
}

type Sent = readonly [path: NetworkPath, message: object];

it('ends in the computed balance when all messages of a purchase arrive at the same moment, some at both servers', {
  timeout: inFull(180_000, 30_000),
}, async () => {
  const seed = seedOr(29);
  const roll = dice(seed);
  for (let round = 0; round < inFull(300, 20); round += 1) {
    test.ctx.setBusinessTime(TEST_START);
    const card = await givenCard(test.ctx, { balance: BigInt(START) });
    const original = freshReference();
    const channel = roll(2) === 0 ? 'online' : 'contactless';
    const of = (amount: number) =>
      purchaseOf(card, { channel, amount, ...(channel === 'online' && { credentialOnFile: true }) });
    const authorised = 5_000 + roll(5_000);
    const sent: Sent[] = [['authorisations', { ...of(authorised), reference: original }]];
    let [cleared, refunded, least, isEnded] = [0, 0, authorised, false];
    for (let count = 1 + roll(4); count > 0; count -= 1) {
      const part = 100 + roll(6_000);
      const what = roll(4);
      if (what < 2) {
        const says = roll(3);
        cleared += part;
        isEnded ||= says === 1 || (says === 0 && channel === 'contactless');
        sent.push(['clearings', { ...of(part), original, ...(says > 0 && { isFinal: says === 1 }) }]);
      } else if (what === 2) {
        least = Math.min(least, part);
        sent.push(['reversals', { reference: freshReference(), original, replacementAmount: part }]);
      } else {
        refunded += part;
        sent.push(['refunds', { ...of(part), original }]);
      }
    }
    const orders = sent.flatMap((one) => (roll(2) === 0 ? [one] : [one, one])).map((one) => ({ one, at: roll(1_000) }));
    orders.sort((a, b) => a.at - b.at);
    const answers = await Promise.all(
      orders.map(({ one: [path, message] }, index) => say(index % 2 === 0 ? test : other, path, message)),
    );
    const byReference = Map.groupBy(answers, ({ reference }) => reference);
    const isExpired = roll(4) === 0;
    if (isExpired) {
      test.ctx.setBusinessTime('2026-12-31T02:00:00Z');
      await Promise.all([sweep(test.ctx, expireHolds), sweep(other.ctx, expireHolds)]);
    }
    const [found] = await test.ctx.asOwner<{ balance: number; held: number; credited: number }>(
      `SELECT balance::int, held::int, (SELECT coalesce(sum(cents), 0)::int FROM merchant_credit WHERE ledger_account_id = l.id) AS credited
         FROM ledger_account l WHERE id = $1`,
      [card.account.ledgerAccountId],
    );
    const context = { seed, round, orders };
    expect({
      context,
      ...found,
      answersAlike: [...byReference.values()].every((all) =>
        all.every((one) => JSON.stringify(one) === JSON.stringify(all[0])),
      ),
    }).toEqual({
      context,
      balance: START - cleared + refunded,
      held: isEnded || isExpired ? 0 : Math.max(0, least - cleared),
      // Each cent of a refund counts once, whichever side arrived first.
      credited: Math.min(refunded, cleared),
      answersAlike: true,
    });
  }
  expect(await brokenIn(test.ctx)).toEqual([]);
});
