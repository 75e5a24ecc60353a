import { collectNewCards, makeCards } from '../../src/features/processors/cards/make-cards.due.ts';
import { collectStates, tellStates } from '../../src/features/processors/cards/tell-states.due.ts';
import type { TestApp } from '../app.ts';
import { givenRunner } from '../due-work.ts';
import { givenProduct } from '../factories.ts';
import { givenUser } from '../signed-in.ts';
import { fakeCards, type FakeCards } from './fake-cards.ts';
import { givenConnection, knowSample, type TestConnection } from './given-connection.ts';
import { sampleProcessor } from './sample/sample.ts';

export type CardsOfProcessor = {
  readonly cards: FakeCards;
  readonly connection: TestConnection;
  /** Settings of a product whose cards the processor makes. */
  settings(): object;
  /** Lets all work of cards at processors fall due. */
  runDue(): Promise<void>;
  /** A holder in use of a card that the processor has made. */
  inUse(settings?: object): Promise<Awaited<ReturnType<typeof givenUser>> & { readonly external: string }>;
};

const refused = async () => ({ kind: 'refused', code: 'not_here' }) as const;
const noApi = { purchase: refused, balance: refused };

/** A connection to a processor that makes cards, in memory. */
export async function givenCardsOfProcessor(test: TestApp): Promise<CardsOfProcessor> {
  const cards = fakeCards();
  knowSample(test, { ...sampleProcessor(), api: () => ({ ...noApi, cards }) });
  const connection = await givenConnection(test);
  const ofProcessor = () => ({
    replacementByCardholder: true,
    additionalCards: true,
    processor: { connection: connection.id },
    pinHeldBy: 'processor',
  });
  return {
    cards,
    connection,
    settings: ofProcessor,
    async runDue() {
      const runner = givenRunner(test.ctx, [collectNewCards, makeCards, collectStates, tellStates]);
      for (let round = 0; round < 4; round += 1) {
        test.ctx.setSecurityTime(test.ctx.clocks.security.now() + 5_000);
        await runner.runDue();
      }
      await runner.stop();
    },
    async inUse(settings = {}) {
      const made = await givenProduct(test.ctx, {
        brand: connection.brand,
        settings: { ...ofProcessor(), ...settings },
      });
      const user = await givenUser(test.ctx, { brand: connection.brand, product: made });
      const done = await cards.make({ key: `given-${user.card.id}`, isVirtual: true });
      if (done.kind !== 'done') throw new Error('no card was made');
      await cards.setState({ key: 'given', id: done.value.id }, 'on');
      cards.asked.length = 0;
      cards.told.length = 0;
      await test.ctx.asOwner(
        `UPDATE card SET connection_id = $2, pan_cipher = NULL, pan_key_version = NULL, is_allocated = true WHERE id = $1`,
        [user.card.id, connection.id],
      );
      await test.ctx.asOwner(
        `INSERT INTO processor_card (tenant_id, connection_id, card_id, external_id, state, asked_at, is_due)
       VALUES ($1, $2, $3, $4, 'on', $5, false)`,
        [connection.tenantId, connection.id, user.card.id, done.value.id, new Date(test.ctx.clocks.security.now())],
      );
      const address = { AddressLine1: '14 Banksia Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' };
      await test.ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [user.holder.id, JSON.stringify(address)]);
      return { ...user, external: done.value.id };
    },
  };
}
