import { type Mode, rulesOf } from './mode.ts';
import type { FileExchanges } from './file-exchange-settings.ts';
import type { InstantBankSettings } from './instant-settings.ts';
import type { GatewayServiceSettings } from './gateway-settings.ts';
import type * as z from 'zod';
import { literalHosts, PRIVATE_NETWORKS } from '../outside/called-addresses.ts';
import type { PolicySettings } from '../outside/policy.ts';
import { networks } from './typed-settings.ts';

/** The systems that this server calls; each notice service of a browser counts as one. */
export type OutsideSystem =
  | 'mail'
  | 'sms'
  | 'push'
  | 'addresses'
  | 'breachedPasswords'
  | 'greenId'
  | 'cardMaker'
  | 'print'
  | 'bank'
  | 'instant'
  | 'payIds'
  | 'payeeNames'
  | 'gateway'
  | 'processors';

const SECOND_MS = 1_000;

/** Messages may be slow: no caller waits for the answer, and the outbox retries. */
const MESSAGES: PolicySettings = {
  limitMs: 10 * SECOND_MS,
  atOnce: 8,
  waitingMost: 100,
  failuresToOpen: 5,
  openMs: 30 * SECOND_MS,
};

/** Files that are sent by due work, which retries. */
const FILES: PolicySettings = {
  limitMs: 60 * SECOND_MS,
  atOnce: 2,
  waitingMost: 50,
  failuresToOpen: 5,
  openMs: 60 * SECOND_MS,
};

/** Limits of the calls of each system. */
export const OUTSIDE_POLICIES: Readonly<Record<OutsideSystem, PolicySettings>> = {
  mail: MESSAGES,
  sms: MESSAGES,
  push: MESSAGES,
  // The page gives up after 5 s and shows the fields.
  addresses: { limitMs: 3 * SECOND_MS, atOnce: 10, waitingMost: 20, failuresToOpen: 5, openMs: 10 * SECOND_MS },
  // A password that cannot be looked up is accepted, so no one waits long for it.
  breachedPasswords: { limitMs: 2 * SECOND_MS, atOnce: 10, waitingMost: 20, failuresToOpen: 5, openMs: 30 * SECOND_MS },
  // The longest call of the identity service, its registration. The others have shorter limits.
  greenId: { limitMs: 30 * SECOND_MS, atOnce: 10, waitingMost: 20, failuresToOpen: 5, openMs: 10 * SECOND_MS },
  cardMaker: FILES,
  print: FILES,
  bank: FILES,
  // Shorter than the first question about a payment, which a call that has not ended would come before.
  instant: { limitMs: 4 * SECOND_MS, atOnce: 20, waitingMost: 100, failuresToOpen: 5, openMs: 10 * SECOND_MS },
  // A payer waits for the name.
  payIds: { limitMs: 3 * SECOND_MS, atOnce: 20, waitingMost: 40, failuresToOpen: 5, openMs: 10 * SECOND_MS },
  // A form waits for it; without a response the name is unconfirmed.
  payeeNames: { limitMs: 3 * SECOND_MS, atOnce: 10, waitingMost: 20, failuresToOpen: 5, openMs: 10 * SECOND_MS },
  // Someone waits for the page to open.
  gateway: { limitMs: 10 * SECOND_MS, atOnce: 20, waitingMost: 100, failuresToOpen: 5, openMs: 10 * SECOND_MS },
  // Due work asks about purchases and sends the changes of cards.
  processors: { limitMs: 10 * SECOND_MS, atOnce: 8, waitingMost: 100, failuresToOpen: 5, openMs: 10 * SECOND_MS },
};

/** How long the calls of the identity service may take, but the registration. */
export const GREENID_SHORT_LIMIT_MS = 10 * SECOND_MS;

export const calledEnvironment = {
  /** Addresses and networks that may be called beside those of the public internet, separated by commas. */
  WATTLE_CALLED_NETWORKS: networks.optional(),
};

/** Networks that may be called beside public ones (docs/areas/outside-systems.md, "Only public addresses are called"). */
export type CalledNetworks = {
  /** By what staff and browsers give. */
  readonly given: readonly string[];
  /** By the endpoints of browsers: those, and each literal address among the permitted hosts of push services. */
  readonly push: readonly string[];
  /** By what the environment names: those, and each literal address that it names. */
  readonly own: readonly string[];
};

/** @param value settings of the environment; the URLs among them are those of other systems */
export function calledNetworks(
  value: z.output<z.ZodObject<typeof calledEnvironment>> & { readonly WATTLE_PUSH_HOSTS: string },
  mode: Mode,
): CalledNetworks {
  const given = value.WATTLE_CALLED_NETWORKS ?? (rulesOf(mode).callsPrivateNetworks ? PRIVATE_NETWORKS : []);
  const urls = Object.entries(value).flatMap(([name, url]) =>
    /^WATTLE_\w+_URL$/.test(name) && typeof url === 'string' ? [url] : [],
  );
  const pushHosts = value.WATTLE_PUSH_HOSTS.split(',').map((host) => `https://${host.trim()}`);
  return { given, push: [...given, ...literalHosts(pushHosts)], own: [...given, ...literalHosts(urls)] };
}

/** The address service. */
export type AddressServiceSettings = {
  readonly url: string;
  /** Names the licence. */
  readonly key: string;
  readonly secret: string;
};

/** The identity service greenID: where it is asked, and what the browser loads. */
export type GreenIdSettings = {
  readonly url: string;
  readonly accountId: string;
  /** Never leaves the server. */
  readonly password: string;
  /** Lets the browser show the person's part. */
  readonly apiCode: string;
  readonly ruleId: string;
  /** Base of the scripts that show the person's part. */
  readonly uiUrl: string;
};

/** Whose protocol of Confirmation of Payee is spoken: our own, or a provider's. */
export const PAYEE_NAME_PROVIDERS = ['service', 'zepto', 'azupay'] as const;

/** A service of Confirmation of Payee. */
export type PayeeNameServiceSettings = {
  readonly provider: (typeof PAYEE_NAME_PROVIDERS)[number];
  readonly url: string;
  readonly apiKey: string;
};

export type OutsideSettings = {
  readonly policies: Readonly<Record<OutsideSystem, PolicySettings>>;
  readonly networks: CalledNetworks;
  readonly asking: AskingTimes;
  readonly payeeChecks: PayeeChecks;
  readonly payIdLookUps: PayIdLookUps;
  /** Undefined: made-up addresses in the sandbox, none in production. */
  readonly addresses: AddressServiceSettings | undefined;
  /** Base of a range service. Undefined: passwords are compared only with the packaged list. */
  readonly breachedPasswordsUrl: string | undefined;
  /** Undefined: the sandbox's own identity service, none in production. */
  readonly greenId: GreenIdSettings | undefined;
  /** Undefined: the sandbox's own gateway, none in production. */
  readonly gateway: GatewayServiceSettings | undefined;
  /** Undefined: the accounts of its test bank in the sandbox; in production no name of another bank can be compared. */
  readonly payeeNames: PayeeNameServiceSettings | undefined;
  /** Undefined: the sandbox's own bank; else payments to other banks go by file. */
  readonly instant: InstantBankSettings | undefined;
  /** Partners that take files. */
  readonly files: FileExchanges;
};

/** When a call whose outcome is not known is asked about. */
export type AskingTimes = {
  /** After the call. */
  readonly firstMs: number;
  readonly secondMs: number;
  /** Ages of a call at which it is asked about in between, the youngest first. */
  readonly laterMs?: readonly number[];
  /** From then on. */
  readonly thenMs: number;
  /** It is given up then, and the desk has to find out. */
  readonly giveUpAfterMs: number;
};

const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often names may be compared: by one caller, and with one account. Then it cannot be said. */
export type PayeeChecks = {
  readonly perCaller: number;
  readonly perCallerMs: number;
  readonly perAccount: number;
  readonly perAccountMs: number;
};

export const PAYEE_CHECKS: PayeeChecks = {
  perCaller: 30,
  perCallerMs: HOUR_MS,
  perAccount: 20,
  perAccountMs: DAY_MS,
};

/** How often PayIDs may be looked up, and what stops a person who collects names (docs/areas/payids.md, "Names cannot be collected"). */
export type PayIdLookUps = {
  /** Look-ups of one person. */
  readonly anHour: number;
  readonly aDay: number;
  /** The same in a day while the sign-in is younger than a week. */
  readonly aDayWhenNew: number;
  /** Look-ups of a calendar day without a payment by PayID, from which there are no more on that day. */
  readonly withoutPayment: number;
  /** Numbers of phones as close as this within 24 hours, from which there are no more on that day. */
  readonly closePhones: number;
  readonly closeBy: number;
  /** Look-ups of one network address, and of the programme. */
  readonly ofAddressAnHour: number;
  readonly ofProgrammeAnHour: number;
  /** Least time of an answer, which hides the reason why nothing was found. */
  readonly leastMs: number;
};

export const PAY_ID_LOOK_UPS: PayIdLookUps = {
  anHour: 10,
  aDay: 30,
  aDayWhenNew: 5,
  withoutPayment: 15,
  closePhones: 5,
  closeBy: 100,
  ofAddressAnHour: 60,
  ofProgrammeAnHour: 5_000,
  leastMs: 800,
};

export const ASKING: AskingTimes = {
  firstMs: 5 * MINUTE_MS,
  secondMs: HOUR_MS,
  thenMs: DAY_MS,
  giveUpAfterMs: 30 * DAY_MS,
};

/** Values that no setting of the environment changes. */
export const OUTSIDE_FIXED = {
  policies: OUTSIDE_POLICIES,
  asking: ASKING,
  payeeChecks: PAYEE_CHECKS,
  payIdLookUps: PAY_ID_LOOK_UPS,
} as const;
