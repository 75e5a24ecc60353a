import { playProcessor } from '../../src/commands/sim/play-processor.ts';
import { readProcessorCommand } from '../../src/commands/sim/processor-command.ts';
import { lockAccountOf } from '../../src/features/processors/public.ts';
import { openProcessorSandbox, type SandboxDelivery } from '../../src/outside/processors/sandbox/store.ts';
import type { TestApp } from '../app.ts';
import { giveSecrets } from '../desk/programme-samples.ts';
import { givenConnection, type TestConnection } from './given-connection.ts';

export type PlayedKind = 'stripe' | 'lithic';

/** Names of secrets, each of which both processors take. */
export const SANDBOX_SECRETS = {
  ASKS: Buffer.alloc(32, 1).toString('base64'),
  EVENTS: Buffer.alloc(32, 2).toString('base64'),
  NEXT: Buffer.alloc(32, 3).toString('base64'),
} as const;

export type Played = TestConnection & {
  /** Carries out what is typed after `npm run sim -- processor stripe`, with the card as `--card`. */
  play(card: { readonly external: string }, words: string, how?: How): Promise<readonly SandboxDelivery[]>;
};
type How = {
  /** Another server on the same database. */
  readonly server?: TestApp;
};

/** A connection to a processor of the sandbox, which keeps its purchases in the data folder of the server. */
export async function givenPlayed(test: TestApp, kind: PlayedKind, settings: object = {}): Promise<Played> {
  const connection = await givenConnection(test, { apiVersion: '2026-10-28.endive', ...settings }, kind);
  knowSecrets(test, connection);
  const store = openProcessorSandbox(test.ctx.config.dataFolder);
  const named = (settings as { secrets?: Record<'asks' | 'events', { name: keyof typeof SANDBOX_SECRETS }[]> }).secrets;
  const names = named ?? { asks: [{ name: 'ASKS' as const }], events: [{ name: 'EVENTS' as const }] };
  const lock = async (card: string) => {
    const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = test.ctx.database.transact(connection.tenantId, async (tx) => {
      await lockAccountOf(tx, connection, card);
      locked.resolve();
      await freed.promise;
    });
    await locked.promise;
    return async () => {
      freed.resolve();
      await held;
    };
  };
  return {
    ...connection,
    async play(card, words, { server = test } = {}) {
      // A word with a space is in quotes.
      const typed = (words.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
      const command = readProcessorCommand([kind, ...typed, '--card', card.external]);
      return playProcessor(command, {
        store,
        connection: {
          publicId: connection.publicId,
          name: 'Sample',
          deadlineMs: kind === 'stripe' ? 2_000 : 6_000,
          secrets: (purpose) => names[purpose].map(({ name }) => SANDBOX_SECRETS[name]),
        },
        businessMs: test.ctx.clocks.business.now(),
        now: () => test.ctx.clocks.security.now(),
        lock,
        async post(url, headers, payload) {
          const answer = await server.app.inject({ method: 'POST', url, headers: { ...headers }, payload });
          return { status: answer.statusCode, body: answer.body };
        },
      });
    },
  };
}

/** Lets a server, also another one, know the secrets of a played connection. */
export function knowSecrets({ ctx }: TestApp, { tenantId }: Pick<TestConnection, 'tenantId'>): void {
  giveSecrets(ctx, tenantId, SANDBOX_SECRETS);
}
