import { processorAdapters } from '../../compose/processor-adapters.ts';
import type { AppConfig } from '../../config/config.ts';
import { lockAccountOf, openConnections, secretsOf } from '../../features/processors/public.ts';
import { SandboxRefused } from '../../outside/processors/sandbox/sandbox.ts';
import { openProcessorSandbox } from '../../outside/processors/sandbox/store.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Instance } from '../../platform/instance.ts';
import { businessClock } from './clock.ts';
import { UsageError } from './command.ts';
import { playProcessor, type PlayedConnection, type Post, type Stage } from './play-processor.ts';
import { type ProcessorCommand, readProcessorCommand } from './processor-command.ts';

type Options = {
  readonly config: Pick<AppConfig, 'dataFolder' | 'namedSecrets'>;
  readonly now: () => number;
};

const ANSWER_WITHIN_MS = 15_000;

/** Plays a card processor against a connection of the running server. Answers what is to be said. Throws UsageError. */
export async function simulateProcessor(
  argv: readonly string[],
  instance: Instance,
  { config, now }: Options,
): Promise<object> {
  const command = readProcessorCommand(argv);
  const { business } = await businessClock({ appUrl: instance.appUrl, ownerUrl: undefined }, undefined);
  const { lock, ...connection } = await findConnection(command, instance, config);
  try {
    const deliveries = await playProcessor(command, {
      store: openProcessorSandbox(config.dataFolder),
      connection,
      businessMs: Date.parse(business),
      now,
      post: postTo(instance.baseUrl),
      lock,
    });
    return { connection: connection.name, deliveries };
  } catch (error) {
    if (error instanceof SandboxRefused) throw new UsageError(error.message);
    throw error;
  }
}

async function findConnection(
  { processor, connection: name }: ProcessorCommand,
  { appUrl }: Instance,
  config: Options['config'],
): Promise<PlayedConnection & Pick<Stage, 'lock'>> {
  const database = openDatabase({ connectionString: appUrl, size: 1 });
  try {
    const connections = openConnections(database, processorAdapters);
    await connections.refresh();
    const found = connections
      .all()
      .filter(({ connection }) => connection.kind === processor && (name === undefined || connection.name === name));
    const [only] = found;
    if (!only) throw new UsageError(`There is no connection to ${processor}: npm run desk -- add-connection.`);
    if (found.length > 1) throw new UsageError(`There are several connections to ${processor}: say --connection NAME.`);
    const { connection, adapter } = only;
    return {
      publicId: connection.publicId,
      name: connection.name,
      deadlineMs: adapter.deadlineMs,
      secrets(purpose) {
        const secrets = secretsOf({ config }, only, purpose);
        if (secrets.length === 0)
          throw new UsageError(`The environment has no secret of ${connection.name} for ${purpose}.`);
        return secrets;
      },
      lock: (card) => lockAccount(appUrl, connection, card),
    };
  } finally {
    await database.close();
  }
}

/** Locks the account of a card in a separate transaction. Answers what ends that. */
async function lockAccount(
  appUrl: string,
  connection: { readonly tenantId: number; readonly id: number },
  card: string,
): Promise<() => Promise<void>> {
  const database = openDatabase({ connectionString: appUrl, size: 1 });
  const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database
    .transact(connection.tenantId, async (tx) => {
      if (!(await lockAccountOf(tx, connection, card))) throw new UsageError(`--lock: ${card} is no card here.`);
      locked.resolve();
      await freed.promise;
    })
    .finally(() => database.close());
  await Promise.race([locked.promise, held]);
  return async () => {
    freed.resolve();
    await held;
  };
}

const postTo =
  (baseUrl: string): Post =>
  async (path, headers, body) => {
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body, signal });
      return { status: response.status, body: await response.text() };
    } catch {
      return undefined;
    }
  };
