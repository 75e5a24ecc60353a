import * as z from 'zod';
import { demandsTls, type Mode, rulesOf } from './mode.ts';
import { ConfigError, isOnThisMachine, refuseHalves } from './config-error.ts';
import { type OutsideSettings, PAYEE_NAME_PROVIDERS, type PayeeNameServiceSettings } from './outside-settings.ts';

/** Settings of identity checks, names and passwords, a part of the environment (config.ts). */
export const identityEnvironment = {
  /** Base of a range service of breached passwords, such as https://api.pwnedpasswords.com. */
  WATTLE_BREACHED_PASSWORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_GREENID_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_GREENID_ACCOUNT: z.string().optional(),
  WATTLE_GREENID_PASSWORD: z.string().optional(),
  WATTLE_GREENID_API_CODE: z.string().optional(),
  WATTLE_GREENID_UI_URL: z.url({ protocol: /^https$/ }).optional(),
  WATTLE_GREENID_RULE: z.string().default('default'),
  /** A service of Confirmation of Payee, and whose protocol it speaks. */
  WATTLE_PAYEE_NAMES_PROVIDER: z.enum(PAYEE_NAME_PROVIDERS).optional(),
  WATTLE_PAYEE_NAMES_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_PAYEE_NAMES_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'must have no spaces and no characters outside ASCII')
    .optional(),
};

/** How often someone may begin an electronic verification. */
export type KycRules = { readonly casesMost: number; readonly windowMs: number };

/**
 * Cases of verification that a person may have (docs/areas/identity-checks.md, "greenID verifies the person on record
 * or entered, and nothing from the request").
 */
export const KYC: KycRules = { casesMost: 3, windowMs: 30 * 24 * 3_600_000 };

const shape = z.object(identityEnvironment);
type Environment = z.output<typeof shape> & { readonly WATTLE_MODE: Mode };

export function identitySettings(
  value: Environment,
): Pick<OutsideSettings, 'breachedPasswordsUrl' | 'greenId' | 'payeeNames'> {
  refuseHalves(value, [
    'WATTLE_GREENID_URL',
    'WATTLE_GREENID_ACCOUNT',
    'WATTLE_GREENID_PASSWORD',
    'WATTLE_GREENID_API_CODE',
    'WATTLE_GREENID_UI_URL',
  ]);
  const {
    WATTLE_GREENID_URL: url,
    WATTLE_GREENID_ACCOUNT: accountId,
    WATTLE_GREENID_PASSWORD: password,
    WATTLE_GREENID_API_CODE: apiCode,
    WATTLE_GREENID_UI_URL: uiUrl,
    WATTLE_GREENID_RULE: ruleId,
    WATTLE_PAYEE_NAMES_URL: namesUrl,
  } = value;
  for (const [name, address, what] of [
    ['WATTLE_GREENID_URL', url, 'names and dates of birth'],
    ['WATTLE_PAYEE_NAMES_URL', namesUrl, 'names and account numbers'],
  ] as const) {
    if (demandsTls(value.WATTLE_MODE) && address?.startsWith('http:') && !isOnThisMachine(address)) {
      throw new ConfigError(`${name}: must be https, the calls carry ${what}`);
    }
  }
  return {
    breachedPasswordsUrl: value.WATTLE_BREACHED_PASSWORDS_URL,
    greenId:
      url && accountId && password && apiCode && uiUrl
        ? { url, accountId, password, apiCode, ruleId, uiUrl }
        : undefined,
    payeeNames: payeeNameSettings(value),
  };
}

/** Test systems of the providers. */
const TEST_HOSTS: ReadonlySet<string> = new Set(['api.sandbox.zeptopayments.com', 'api-uat.azupay.com.au']);

function payeeNameSettings(value: Environment): PayeeNameServiceSettings | undefined {
  refuseHalves(value, ['WATTLE_PAYEE_NAMES_URL', 'WATTLE_PAYEE_NAMES_KEY']);
  const { WATTLE_PAYEE_NAMES_PROVIDER: provider, WATTLE_PAYEE_NAMES_URL: url, WATTLE_PAYEE_NAMES_KEY: apiKey } = value;
  if (!url || !apiKey) {
    if (provider) throw new ConfigError('WATTLE_PAYEE_NAMES_URL: is missing beside WATTLE_PAYEE_NAMES_PROVIDER');
    return undefined;
  }
  const { hostname, pathname, search, hash } = new URL(url);
  if (!rulesOf(value.WATTLE_MODE).hasSandboxSystems && TEST_HOSTS.has(hostname)) {
    throw new ConfigError('WATTLE_PAYEE_NAMES_URL: is a test system, which confirms names that it does not know');
  }
  if (provider && provider !== 'service' && (pathname !== '/' || search || hash)) {
    throw new ConfigError(`WATTLE_PAYEE_NAMES_URL: must be the address of ${provider} without a path`);
  }
  return { provider: provider ?? 'service', url, apiKey };
}
