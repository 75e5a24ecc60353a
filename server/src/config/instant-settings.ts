import * as z from 'zod';
import { ConfigError, isOnThisMachine, refuseHalves } from './config-error.ts';
import { demandsTls, type Mode, rulesOf } from './mode.ts';

/** Whose protocol of instant payments is spoken. */
const INSTANT_PROVIDERS = ['azupay', 'zepto'] as const;

type Called = {
  readonly url: string;
  /** Can pay any account in Australia. Never leaves the server. */
  readonly apiKey: string;
};

export type AzupayBankSettings = Called & {
  readonly provider: 'azupay';
  /** Value of the header Authorization of its notices. Undefined: notices are refused, and it is only asked. */
  readonly noticeKey: string | undefined;
  /** Our number there, which agreements name. Undefined: accounts are not debited by agreements. */
  readonly clientId?: string;
};

export type ZeptoBankSettings = Called & {
  readonly provider: 'zepto';
  /** Float that pays, by Zepto's number. */
  readonly floatId: string;
  /** Address that is given for payees, because Zepto wants one and we know none. */
  readonly payeeEmail: string;
};

/** A bank that is called for each payment. */
export type InstantBankSettings = AzupayBankSettings | ZeptoBankSettings;

/** Settings of instant payments, a part of the environment (config.ts). */
export const instantEnvironment = {
  WATTLE_INSTANT_PROVIDER: z.enum(INSTANT_PROVIDERS).optional(),
  WATTLE_INSTANT_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_INSTANT_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'must have no spaces and no characters outside ASCII')
    .optional(),
  WATTLE_INSTANT_FLOAT: z.uuid().optional(),
  WATTLE_INSTANT_EMAIL: z.email().optional(),
  WATTLE_INSTANT_NOTICE_KEY: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must be 16 or more characters of ASCII without spaces')
    .optional(),
  WATTLE_INSTANT_CLIENT: z
    .string()
    .regex(/^[!-~]{5,50}$/, 'must be 5 to 50 characters without spaces')
    .optional(),
};

const shape = z.object(instantEnvironment);
type Environment = z.output<typeof shape> & { readonly WATTLE_MODE: Mode };

/** Test systems of the providers, which move no money. */
const TEST_HOSTS: ReadonlySet<string> = new Set(['api-uat.azupay.com.au', 'api.sandbox.zeptopayments.com']);

/** Undefined: the sandbox's own bank; in staging and production all payments go by file. */
export function instantSettings(value: Environment): InstantBankSettings | undefined {
  refuseHalves(value, ['WATTLE_INSTANT_PROVIDER', 'WATTLE_INSTANT_URL', 'WATTLE_INSTANT_KEY']);
  const { WATTLE_INSTANT_PROVIDER: provider, WATTLE_INSTANT_URL: url, WATTLE_INSTANT_KEY: apiKey } = value;
  if (provider !== 'zepto' && (value.WATTLE_INSTANT_FLOAT ?? value.WATTLE_INSTANT_EMAIL) !== undefined)
    throw new ConfigError('WATTLE_INSTANT_FLOAT and WATTLE_INSTANT_EMAIL: are for zepto alone');
  const { WATTLE_INSTANT_NOTICE_KEY: noticeKey } = value;
  if (provider !== 'azupay' && noticeKey !== undefined)
    throw new ConfigError('WATTLE_INSTANT_NOTICE_KEY: is for azupay alone');
  if (provider !== 'azupay' && value.WATTLE_INSTANT_CLIENT !== undefined)
    throw new ConfigError('WATTLE_INSTANT_CLIENT: is for azupay alone');
  if (!provider || !url || !apiKey) return undefined;
  if (noticeKey === apiKey)
    throw new ConfigError('WATTLE_INSTANT_NOTICE_KEY: must be another key than WATTLE_INSTANT_KEY');
  const { hostname, pathname, search, hash } = new URL(url);
  if (demandsTls(value.WATTLE_MODE) && url.startsWith('http:') && !isOnThisMachine(url))
    throw new ConfigError('WATTLE_INSTANT_URL: must be https, the calls carry account numbers');
  if (!rulesOf(value.WATTLE_MODE).hasSandboxSystems && TEST_HOSTS.has(hostname))
    throw new ConfigError('WATTLE_INSTANT_URL: is a test system, which says paid and pays nothing');
  if (pathname !== '/' || search || hash)
    throw new ConfigError(`WATTLE_INSTANT_URL: must be the address of ${provider} without a path`);
  if (provider === 'zepto') return { provider, url, apiKey, ...zeptoSettings(value) };
  const { WATTLE_INSTANT_CLIENT: clientId } = value;
  return { provider, url, apiKey, noticeKey, ...(clientId !== undefined && { clientId }) };
}

function zeptoSettings({ WATTLE_INSTANT_FLOAT: floatId, WATTLE_INSTANT_EMAIL: payeeEmail }: Environment) {
  if (!floatId || !payeeEmail)
    throw new ConfigError('WATTLE_INSTANT_FLOAT and WATTLE_INSTANT_EMAIL: are needed for zepto');
  return { floatId, payeeEmail };
}
