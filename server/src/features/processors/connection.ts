import * as z from 'zod';
import type { Connection, ProcessorAdapter, SecretPurpose } from '../../outside/processors/port.ts';
import type { AppConfig } from '../../config/config.ts';
import { namedSecretOf, SECRET_NAME } from '../programme/public.ts';

/** Purposes of secrets, in the order in which the desk lists them. */
export const PURPOSES = ['asks', 'events', 'api'] as const satisfies readonly SecretPurpose[];

/** A secret by its name. The environment has the secret itself. */
const namedSecret = z.object({
  name: z.string().regex(SECRET_NAME),
  /** ISO 8601, of the security clock: when it was named. */
  setAt: z.iso.datetime(),
});
export type NamedSecret = z.output<typeof namedSecret>;

/** The newest first: two while one replaces the other. */
const secretsOfPurpose = z.array(namedSecret).max(2);

/** Settings of a connection, as they are stored. */
export const connectionSettings = z.object({
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  apiVersion: z.string().min(1).max(60).optional(),
  increments: z.enum(['differences', 'totals']),
  /** The answer where no decision was made in time: a decline, or nothing, so that the processor's setting decides. */
  silence: z.enum(['decline', 'leave']),
  /** The processor's own setting for this case. For the desk alone. */
  atProcessor: z.enum(['declines', 'approves']).optional(),
  /** Cents of the programme's balance at the processor, below which it is raised. */
  leastBalance: z.int().min(1).optional(),
  /** Address of the processor's API. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  secrets: z.object({ asks: secretsOfPurpose, events: secretsOfPurpose, api: secretsOfPurpose }).partial(),
});
export type ConnectionSettings = z.output<typeof connectionSettings>;

/** A connection of a programme to a card processor. */
export type ProcessorConnection = {
  readonly id: number;
  readonly tenantId: number;
  /** In the address that the processor sends to. */
  readonly publicId: string;
  readonly kind: string;
  readonly name: string;
  readonly settings: ConnectionSettings;
  readonly isOn: boolean;
};

/** A connection with the adapter of its kind. */
export type Connected = { readonly connection: ProcessorConnection; readonly adapter: ProcessorAdapter };

const DEFAULT_SECRETS: readonly SecretPurpose[] = ['asks', 'events'];

/** Purposes for which a connection of an adapter must name a secret. */
export function neededSecrets({ needs }: ProcessorAdapter): readonly SecretPurpose[] {
  return needs?.secrets ?? DEFAULT_SECRETS;
}

/** Currency of the books. */
export const BILLED_IN = 'AUD';

/** Why a connection cannot work, by the input at fault. */
export type ConnectionFault = {
  readonly field: 'kind' | 'currency' | 'apiVersion' | 'url' | SecretPurpose;
  readonly error:
    | 'processor_unknown'
    | 'currency_refused'
    | 'processor_needs'
    | 'processor_without_api'
    | 'secret_missing';
  /** For an operator. */
  readonly words: string;
};

/** `hasSecret`: whether the environment has a secret of the programme by a name. */
export function faultsOf(
  { kind, settings }: Pick<ProcessorConnection, 'kind' | 'settings'>,
  adapter: ProcessorAdapter | undefined,
  hasSecret: (name: string) => boolean,
): readonly ConnectionFault[] {
  if (!adapter) return [{ field: 'kind', error: 'processor_unknown', words: `there is no card processor ${kind}` }];
  const faults: ConnectionFault[] = [];
  const add = (field: ConnectionFault['field'], error: ConnectionFault['error'], words: string) =>
    void faults.push({ field, error, words });
  if (settings.currency !== BILLED_IN) {
    add('currency', 'currency_refused', `it bills in ${settings.currency}, and accounts are in ${BILLED_IN}`);
  }
  if (adapter.needs?.apiVersion && settings.apiVersion === undefined) {
    add('apiVersion', 'processor_needs', `${kind} needs the API version of its endpoint`);
  }
  if (!adapter.api && settings.url !== undefined) add('url', 'processor_without_api', `${kind} has no API`);
  for (const purpose of PURPOSES) {
    const named = settings.secrets[purpose] ?? [];
    if (named.length === 0 && neededSecrets(adapter).includes(purpose)) {
      add(purpose, 'processor_needs', `it names no secret for ${purpose}`);
    }
    for (const { name } of named) {
      if (!hasSecret(name)) add(purpose, 'secret_missing', `the environment has no secret ${name}`);
    }
  }
  return faults;
}

/** A connection as its adapter sees it. */
export function portOf({ id, settings }: Pick<ProcessorConnection, 'id' | 'settings'>): Connection {
  const { currency, apiVersion, increments } = settings;
  return { id, currency, increments, ...(apiVersion !== undefined && { apiVersion }) };
}

/** Secrets of a connection that are valid now, the newest first. */
export function secretsOf(
  { config }: { readonly config: Pick<AppConfig, 'namedSecrets'> },
  { connection }: Pick<Connected, 'connection'>,
  purpose: SecretPurpose,
): readonly string[] {
  const { tenantId, settings } = connection;
  return (settings.secrets[purpose] ?? []).flatMap(
    ({ name }) => namedSecretOf(config.namedSecrets, tenantId, name) ?? [],
  );
}
