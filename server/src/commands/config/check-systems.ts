import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { rulesOf } from '../../config/mode.ts';
import type { AppConfig } from '../../config/config.ts';
import type { OutsideSystem } from '../../config/outside-settings.ts';
import type { FileExchange, FileExchangeSettings } from '../../outside/files/port.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import type { Outside } from '../../outside/outside.ts';
import { MAY_NOT_LIST, type Probe, signedInBy } from '../../outside/probe.ts';
import { failed, type Finding, look, passed, within } from './finding.ts';
import { whyNot } from './why-not.ts';

/** A system of others with the call that signs in to it. */
export type Tried = {
  readonly about: string;
  /** Settings that its address and keys come from. */
  readonly settings: string;
  /** Where it is called. Undefined: nowhere. */
  readonly url: string | undefined;
  readonly probe: () => Promise<OutsideOutcome<unknown>>;
};

/** A system that is not set up, and what that means. */
type Off = {
  readonly about: string;
  readonly isOff: string;
  readonly isMissed?: true;
  /** Absent: the sandbox has one. */
  readonly hasNoStandIn?: true;
};

type Known = { readonly config: AppConfig; readonly outside: Outside };

/** An exchange by SFTP. Folders of this machine are those of the data folder. */
const files = (
  about: string,
  settings: string,
  at: FileExchangeSettings,
  list: Probe | undefined,
): readonly (Tried | Off)[] =>
  at.kind === 'sftp' && list
    ? [{ about, settings, url: `sftp://${at.host}:${at.port}`, probe: list }]
    : [{ about, isOff: `${settings} is not set, so files are in a folder of the data folder` }];

const listing = (exchange: Pick<FileExchange, 'list'>) => () => signedInBy(exchange.list());

/** How each kind of system is tried. A new kind has to be added here before this compiles. */
const SYSTEMS: Readonly<Record<OutsideSystem, (known: Known) => readonly (Tried | Off)[]>> = {
  mail: ({ config: { messages }, outside }) =>
    messages.email && outside.email?.probe
      ? [{ about: 'Mail', settings: 'WATTLE_SMTP_URL', url: messages.email.url, probe: outside.email.probe }]
      : [{ about: 'Mail', isOff: 'WATTLE_SMTP_URL and WATTLE_MAIL_FROM are not set, so none is sent', isMissed: true }],
  sms: ({ config: { messages }, outside }) =>
    messages.sms && outside.sms?.probe
      ? [
          {
            about: 'Texts',
            settings: SETTINGS_OF_SMS[messages.sms.provider],
            url: messages.sms.url,
            probe: outside.sms.probe,
          },
        ]
      : [{ about: 'Texts', isOff: 'no provider is set (WATTLE_SMS_PROVIDER), so none are sent', isMissed: true }],
  push: ({ config: { messages }, outside }) =>
    messages.push && outside.push?.probe
      ? [
          {
            about: 'Notices',
            settings: 'WATTLE_VAPID_PUBLIC and WATTLE_VAPID_PRIVATE',
            url: undefined,
            probe: outside.push.probe,
          },
        ]
      : [{ about: 'Notices', isOff: 'no key pair is set (WATTLE_VAPID_PUBLIC), so browsers get none' }],
  addresses: ({ config, outside }) =>
    config.outside.addresses && outside.addresses?.probe
      ? [
          {
            about: 'Addresses',
            settings: 'WATTLE_ADDRESS_URL, WATTLE_ADDRESS_KEY and WATTLE_ADDRESS_SECRET',
            url: config.outside.addresses.url,
            probe: outside.addresses.probe,
          },
        ]
      : [{ about: 'Addresses', isOff: 'no service is set (WATTLE_ADDRESS_URL), so they are typed by hand' }],
  breachedPasswords: ({ config: { outside: at }, outside: { breachedPasswords } }) =>
    breachedPasswords
      ? [
          {
            about: 'Breached passwords',
            settings: 'WATTLE_BREACHED_PASSWORDS_URL',
            url: at.breachedPasswordsUrl,
            probe: () => breachedPasswords.isKnown('password'),
          },
        ]
      : [
          {
            about: 'Breached passwords',
            isOff: 'no service is set (WATTLE_BREACHED_PASSWORDS_URL), so only common ones are refused',
            hasNoStandIn: true,
          },
        ],
  greenId: ({ config, outside }) =>
    config.outside.greenId && outside.identity?.probe
      ? [
          {
            about: 'Identity checks',
            settings: 'WATTLE_GREENID_URL, WATTLE_GREENID_ACCOUNT and WATTLE_GREENID_PASSWORD',
            url: config.outside.greenId.url,
            probe: outside.identity.probe,
          },
        ]
      : [{ about: 'Identity checks', isOff: 'no service is set (WATTLE_GREENID_URL), so no one is verified' }],
  instant: ({ config: { outside: at }, outside }) => {
    const probe = outside.instant(0)?.probe;
    return at.instant && probe
      ? [
          {
            about: 'Instant payments',
            settings: 'WATTLE_INSTANT_URL and WATTLE_INSTANT_KEY',
            url: at.instant.url,
            probe,
          },
        ]
      : [
          {
            about: 'Instant payments',
            isOff: 'no bank is set (WATTLE_INSTANT_PROVIDER), so all transfers to other banks go by file',
          },
        ];
  },
  // Look-ups of the bank for instant payments, which is tried as such.
  payIds: () => [],
  payeeNames: ({ config, outside }) =>
    config.outside.payeeNames && outside.payeeNames?.probe
      ? [
          {
            about: 'Names of payees',
            settings: 'WATTLE_PAYEE_NAMES_URL and WATTLE_PAYEE_NAMES_KEY',
            url: config.outside.payeeNames.url,
            probe: outside.payeeNames.probe,
          },
        ]
      : [{ about: 'Names of payees', isOff: 'no service is set (WATTLE_PAYEE_NAMES_URL), so none is confirmed' }],
  gateway: ({ config, outside }) => [
    config.outside.gateway && outside.gateway?.probe
      ? {
          about: 'Card payments',
          settings: SETTINGS_OF_GATEWAY[config.outside.gateway.provider],
          url: config.outside.gateway.url,
          probe: outside.gateway.probe,
        }
      : { about: 'Card payments', isOff: 'no gateway is set (WATTLE_GATEWAY_PROVIDER), so no cards are taken' },
    ...reportsOf(config.outside.gateway, outside.gateway?.probeReports),
    ...files(
      'Statements of the gateway',
      'WATTLE_GATEWAY_IN_URL',
      config.outside.files.fromGateway,
      listing(outside.statements.gateway),
    ),
  ],
  bank: ({ config, outside }) => [
    ...(config.bank.sender
      ? []
      : [{ about: 'Bank', isOff: 'WATTLE_BANK_INSTITUTION and its others are not set, so no files are made' }]),
    ...files('Files for the bank', 'WATTLE_BANK_OUT_URL', config.outside.files.toBank, listing(outside.bank.outgoing)),
    ...files('Files of the bank', 'WATTLE_BANK_IN_URL', config.outside.files.fromBank, listing(outside.bank.incoming)),
    ...files(
      'Statements of the card scheme',
      'WATTLE_SCHEME_IN_URL',
      config.outside.files.fromScheme,
      listing(outside.statements.schemeSettlement),
    ),
  ],
  cardMaker: ({ config, outside }) =>
    outside.cardMaker && config.outside.files.cardMaker.kind === 'sftp'
      ? files('Card maker', 'WATTLE_CARD_MAKER_URL', config.outside.files.cardMaker, outside.cardMaker.probe)
      : [
          {
            about: 'Card maker',
            isOff: 'orders of plastic wait until WATTLE_CARD_MAKER_URL is set',
            isMissed: true,
          },
        ],
  print: ({ config, outside }) =>
    files('Printer', 'WATTLE_PRINT_URL', config.outside.files.print, outside.printer.probe),
  // Processors belong to programmes (check-programmes.ts).
  processors: () => [],
};

/** Reports of the gateway, which lie elsewhere under another key. */
function reportsOf(gateway: AppConfig['outside']['gateway'], probe: Probe | undefined): readonly Tried[] {
  const at = gateway?.provider === 'adyen' ? gateway.reports : undefined;
  const settings = 'WATTLE_ADYEN_REPORT_KEY, WATTLE_ADYEN_MERCHANT and WATTLE_ADYEN_REPORT_URL';
  return at && probe ? [{ about: 'Reports of the gateway', settings, url: at.url, probe }] : [];
}

const SETTINGS_OF_SMS = {
  gateway: 'WATTLE_SMS_URL and WATTLE_SMS_KEY',
  twilio: 'WATTLE_TWILIO_ACCOUNT, WATTLE_TWILIO_KEY and WATTLE_TWILIO_KEY_SECRET',
  messagemedia: 'WATTLE_MESSAGEMEDIA_KEY and WATTLE_MESSAGEMEDIA_SECRET',
} as const;

const SETTINGS_OF_GATEWAY = {
  hostedPage: 'WATTLE_GATEWAY_URL and WATTLE_GATEWAY_API_KEY',
  stripe: 'WATTLE_STRIPE_KEY',
  adyen: 'WATTLE_ADYEN_URL and WATTLE_ADYEN_API_KEY',
} as const;

/** Systems that the environment sets up. */
export function systemsOf(known: Known): readonly (Tried | Off)[] {
  return namesOf(SYSTEMS).flatMap((system) => SYSTEMS[system](known));
}

export const isTried = (one: Tried | Off): one is Tried => 'probe' in one;

/** Signs in to each system at the same time. A sandbox has its own for those that are not set up, so they are not named. */
export async function checkSystems(known: Known, limitMs: number): Promise<readonly Finding[]> {
  const { hasDemo, hasSandboxSystems } = rulesOf(known.config.mode);
  const all = await Promise.all(
    systemsOf(known).map(async (one): Promise<readonly Finding[]> => {
      if (isTried(one)) return [await tryOne(one, limitMs)];
      if (hasDemo) return [];
      if (hasSandboxSystems && !one.hasNoStandIn)
        return [passed(one.about, 'is not set up: the sandbox stands in for it')];
      return [(one.isMissed ? look : passed)(one.about, one.isOff)];
    }),
  );
  return [...all.flat(), ...recipientsOf(known.config)];
}

/** In staging: how many are reached by a provider that is set up. */
function recipientsOf({ messages: { email, sms, recipients } }: AppConfig): readonly Finding[] {
  if (recipients === undefined || !(email || sms)) return [];
  if (recipients.length === 0)
    return [look('Recipients', 'none is listed (WATTLE_STAGING_RECIPIENTS), so mail and texts are only in the inbox')];
  return [passed('Recipients', `mail and texts go to ${recipients.join(', ')}; those to others are in the inbox`)];
}

/** One sign-in, and what became of it. */
export async function tryOne({ about, settings, url, probe }: Tried, limitMs: number): Promise<Finding> {
  const host = url === undefined ? '' : ` at ${new URL(url).host}`;
  const late: OutsideOutcome<unknown> = { kind: 'unknown', code: 'timeout' };
  const outcome = await within(limitMs, probe(), late);
  if (outcome.kind === 'done') return passed(about, url === undefined ? 'it can be used' : `signed in${host}`);
  if (outcome.kind === 'pending') return look(about, `it has not ended yet${host}`);
  if (outcome.code === MAY_NOT_LIST)
    return look(about, `the key may send${host} and not list messages. Permit both, so that none is sent twice`);
  return failed(about, `not signed in${host}: ${whyNot(outcome.code, settings)}`);
}
