import { processorAdapters } from '../../compose/processor-adapters.ts';
import type { AppConfig } from '../../config/config.ts';
import { openConnections, secretsOf } from '../../features/processors/public.ts';
import { SandboxRefused } from '../../outside/processors/sandbox/sandbox.ts';
import { openProcessorSandbox } from '../../outside/processors/sandbox/store.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Instance } from '../../platform/instance.ts';
import { businessClock } from './clock.ts';
import { UsageError } from './command.ts';
import { playProcessor, type PlayedConnection, type Post } from './play-processor.ts';
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
  const { business } = await businessClock(instance.appUrl, undefined);
  const connection = await findConnection(command, instance, config);
  try {
    const deliveries = await playProcessor(command, {
      store: openProcessorSandbox(config.dataFolder),
      connection,
      businessMs: Date.parse(business),
      now,
      post: postTo(instance.baseUrl),
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
): Promise<PlayedConnection> {
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
      secret(purpose) {
        const [secret] = secretsOf({ config }, only, purpose);
        if (secret === undefined)
          throw new UsageError(`The environment has no secret of ${connection.name} for ${purpose}.`);
        return secret;
      },
    };
  } finally {
    await database.close();
  }
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
