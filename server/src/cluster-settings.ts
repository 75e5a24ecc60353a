import * as z from 'zod';
import { ConfigError } from './config-error.ts';

/** What the card network is answered while no database takes writes. */
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
};

export const clusterEnvironment = {
  DATABASE_REPLICA_URL: z.string().optional(),
  /** `none`, `decline`, or `approve=50.00`. */
  WATTLE_NETWORK_STAND_IN: z
    .string()
    .regex(/^(none|decline|approve=\d{1,6}\.\d\d)$/, 'must be none, decline, or approve=50.00 with the most of a card')
    .default('none'),
};

type Value = Readonly<z.output<z.ZodObject<typeof clusterEnvironment>>> & {
  readonly DATABASE_URL?: string | undefined;
};

export function clusterSettings(value: Value): ClusterSettings {
  const { DATABASE_REPLICA_URL: replicaUrl, WATTLE_NETWORK_STAND_IN: rule } = value;
  if (replicaUrl !== undefined && value.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL, the embedded database has no replica');
  }
  if (rule.startsWith('approve') && replicaUrl === undefined) {
    throw new ConfigError('WATTLE_NETWORK_STAND_IN: approving needs DATABASE_REPLICA_URL, where cards are looked up');
  }
  const [, amount] = /^approve=(.+)$/.exec(rule) ?? [];
  if (amount !== undefined) {
    return { replicaUrl, standIn: { rule: 'approve', most: Number(amount.replace('.', '')) } };
  }
  return { replicaUrl, standIn: { rule: rule === 'decline' ? 'decline' : 'none' } };
}
