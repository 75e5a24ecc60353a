import * as z from 'zod';
import { demandsTls, type Mode } from './mode.ts';
import { ConfigError, isOnThisMachine } from './config-error.ts';
import { postgresUrl } from './typed-settings.ts';

/** Answer to the card network while no database takes writes. */
export type StandIn =
  /** Nothing: the network's own stand-in decides. */
  | { readonly rule: 'none' }
  | { readonly rule: 'decline' }
  /** Approves purchases of a card up to so many cents in all. */
  | { readonly rule: 'approve'; readonly most: number };

export type ClusterSettings = {
  /** Standbys that reads may go to; undefined: every read goes to the primary. */
  readonly replicaUrl: string | undefined;
  readonly standIn: StandIn;
  /** From the first byte of a message of the card network to its answer. */
  readonly networkDeadlineMs: number;
  /** The name of this cluster among several; undefined: it is alone. */
  readonly own: string | undefined;
  /** Where a server of each other cluster answers, by name. */
  readonly addresses: ReadonlyMap<string, string>;
  /** For `npm run tenant`: the databases of all clusters, as superusers. An address may name several hosts. */
  readonly databases: ReadonlyMap<string, string>;
};

const NAME = /^[a-z0-9]{1,20}$/;

export const clusterEnvironment = {
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  /** `none`, `decline`, or `approve=50.00`. */
  WATTLE_NETWORK_STAND_IN: z
    .string()
    .regex(/^(none|decline|approve=\d{1,6}\.\d\d)$/, 'must be none, decline, or approve=50.00 with the most of a card')
    .default('none'),
  /** Milliseconds from the first byte of a message of the card network to its answer. */
  WATTLE_NETWORK_DEADLINE: z.coerce.number().int().min(500).max(30_000).default(5_000),
  WATTLE_CLUSTER: z.string().regex(NAME, 'must be up to 20 small letters and digits').optional(),
  /** `a=https://a.example,b=https://b.example`: where a server of each cluster answers. */
  WATTLE_CLUSTERS: z.string().optional(),
  /** `a=postgres://…@host1,host2,host3/wattle,b=postgres://…`, only for `npm run tenant`. */
  WATTLE_CLUSTER_DATABASES: z.string().optional(),
};

type Value = Readonly<z.output<z.ZodObject<typeof clusterEnvironment>>> & {
  readonly DATABASE_URL?: string | undefined;
  readonly WATTLE_MODE: Mode;
};

export function clusterSettings(value: Value): ClusterSettings {
  const { DATABASE_REPLICA_URL: replicaUrl, WATTLE_NETWORK_STAND_IN: rule } = value;
  if (replicaUrl !== undefined && value.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL, the embedded database has no replica');
  }
  if (rule.startsWith('approve') && replicaUrl === undefined) {
    throw new ConfigError('WATTLE_NETWORK_STAND_IN: approving needs DATABASE_REPLICA_URL, where cards are looked up');
  }
  const cells = {
    networkDeadlineMs: value.WATTLE_NETWORK_DEADLINE,
    own: value.WATTLE_CLUSTER,
    addresses: addressesOf(value),
    databases: named('WATTLE_CLUSTER_DATABASES', value.WATTLE_CLUSTER_DATABASES, /^postgres(ql)?:/),
  };
  const [, amount] = /^approve=(.+)$/.exec(rule) ?? [];
  if (amount !== undefined) {
    return { replicaUrl, ...cells, standIn: { rule: 'approve', most: Number(amount.replace('.', '')) } };
  }
  return { replicaUrl, ...cells, standIn: { rule: rule === 'decline' ? 'decline' : 'none' } };
}

/**
 * Addresses of the other clusters. Requests for their tenants are forwarded there. They contain personal data, so
 * production requires https.
 */
function addressesOf(value: Value): ReadonlyMap<string, string> {
  const all = named('WATTLE_CLUSTERS', value.WATTLE_CLUSTERS, /^https?:[^,]+$/);
  if (all.size === 0 && value.WATTLE_CLUSTER === undefined) return all;
  if (value.WATTLE_CLUSTER === undefined || !all.has(value.WATTLE_CLUSTER)) {
    throw new ConfigError('WATTLE_CLUSTER: must be one of those that WATTLE_CLUSTERS names');
  }
  for (const url of all.values()) {
    if (demandsTls(value.WATTLE_MODE) && url.startsWith('http:') && !isOnThisMachine(url))
      throw new ConfigError('WATTLE_CLUSTERS: must be https, requests of people are handed on there');
  }
  return new Map([...all].filter(([name]) => name !== value.WATTLE_CLUSTER));
}

/** Separator between two names. A comma may also separate the hosts of one address. */
const BETWEEN = /,(?=\s*[^\s,=/:?@]*=|\s*$)/;

/** Parses `a=URL,b=URL`. A URL may contain a password, so errors do not quote it. */
function named(setting: string, text: string | undefined, address: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of (text ?? '').split(BETWEEN).filter((one) => one.trim() !== '')) {
    const [, name = '', url = ''] = /^\s*([^=\s]*)=(\S+)\s*$/.exec(part) ?? [];
    if (!NAME.test(name) || !address.test(url) || found.has(name))
      throw new ConfigError(`${setting}: must be names and addresses, as a=…,b=…`);
    found.set(name, url);
  }
  return found;
}
