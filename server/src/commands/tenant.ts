import { type AppConfig, ConfigError } from '../config/config.ts';
import { prepareCell } from '../platform/cells/cells.ts';
import { isLeaderLost, MoveError } from '../platform/cells/connect.ts';
import { listPlaces, settlePlace } from '../platform/cells/list.ts';
import { forgetTenant, moveTenant, takeBack, unfreeze } from '../platform/cells/move.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { faultOfChains } from './verify.ts';

export type TenantOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<AppConfig, 'cluster'>;
  /** Proves the seals of the chains. */
  readonly seal: Secrets['seal'] | undefined;
  /** The real clock's. For tests at the turn of a year. */
  readonly nowMs?: number;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run tenant -- list                        where each tenant is
npm run tenant -- settle ID                   after a restore: where two clusters believe to have it, the last one does
npm run tenant -- prepare CLUSTER             makes an empty database a cluster beside the others
npm run tenant -- move ID CLUSTER             moves a tenant there; given again after a stop it goes on
npm run tenant -- move ID CLUSTER --back      takes back a move that has not switched
npm run tenant -- forget ID CLUSTER           deletes what a tenant that was moved has left there`;

/** `npm run tenant`: tenants and the clusters that they are in. Answers the exit code. */
export async function runTenant(options: TenantOptions): Promise<number> {
  const { argv, config, say, complain } = options;
  const work = workOf(options);
  if (!work) {
    (argv.length === 0 ? say : complain)(HELP);
    return argv.length === 0 ? EXIT.done : EXIT.usage;
  }
  if (config.cluster.databases.size < 2) {
    throw new ConfigError('WATTLE_CLUSTER_DATABASES: must name two clusters or more, as a=postgres://…,b=postgres://…');
  }
  try {
    await work();
    return EXIT.done;
  } catch (error) {
    // What was noted is there on the next leader.
    if (isLeaderLost(error)) complain(`A database was lost on the way (${error.message}). Give the command again.`);
    else if (error instanceof MoveError) complain(error.message);
    else throw error;
    return EXIT.refused;
  }
}

function workOf({ argv, config, seal, say, nowMs }: TenantOptions): (() => Promise<void>) | undefined {
  const { databases } = config.cluster;
  const [command, first = '', second = '', third, ...more] = argv;
  if (more.length > 0) return undefined;
  if (command === 'list' && first === '') return () => listPlaces(databases, say);
  if (command === 'prepare' && first !== '' && second === '') return () => prepareCell(first, databases, say);
  if (!/^\d{1,9}$/.test(first)) return undefined;
  if (command === 'settle' && second === '') return () => settlePlace(databases, Number(first), say);
  if (second === '') return undefined;
  const asked = { databases, tenantId: Number(first), to: second, say, ...(nowMs !== undefined && { nowMs }) };
  if (command === 'forget' && third === undefined) return () => forgetTenant(databases, asked.tenantId, second, say);
  if (command !== 'move') return undefined;
  if (third === '--back') return () => takeBack(asked);
  if (third !== undefined) return undefined;
  return async () => {
    try {
      await moveTenant({ ...asked, faultOfChains: (target, tenantId) => faultOfChains(target, tenantId, seal) });
    } catch (error) {
      // Where it has not switched, the tenant goes on where it is.
      await unfreeze(asked).catch((failed: Error) => say(`the tenant may still be frozen: ${failed.message}`));
      throw error;
    }
  };
}
