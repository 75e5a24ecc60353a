import { rulesOf } from '../../config/mode.ts';
import type { BankSender } from '../../config/bank-settings.ts';
import type { AppConfig } from '../../config/config.ts';
import { adapterSettings, SMS_SECRETS, smsAccount, type SmsSettings } from '../../config/sms-account.ts';
import type { PaymentGateway } from '../../outside/gateway/port.ts';
import type { Outside } from '../../outside/outside.ts';
import { toListed } from '../../outside/staging-recipients.ts';
import type { Transports } from '../../outside/transports.ts';
import { settingsOfAccount } from './gateway-account.ts';
import { namedSecretOf, type PartSettings } from './identity.ts';
import type { Programmes } from './programmes.ts';

type Known = { readonly config: AppConfig; readonly programmes: Programmes };
type WithSystems = Known & { readonly outside: Outside };

/**
 * Whether the system that the environment sets up serves a programme: the first one, and all of a sandbox. What the
 * sandbox lends where none is set up serves all.
 */
function isServedByDefault({ config, programmes }: Known, tenantId: number, isSetUp: boolean): boolean {
  const { hasSandboxSystems, sharesAccounts } = rulesOf(config.mode);
  return sharesAccounts || programmes.isFirst(tenantId) || (hasSandboxSystems && !isSetUp);
}

const DESCRIPTION = 'PAYMENTS';

/** How the bank knows a programme. Undefined: it has no bank, and no files are made. */
export function bankSenderOf(ctx: Known, tenantId: number): BankSender | undefined {
  const { bank } = ctx.programmes.own(tenantId);
  if (bank) return { ...bank, description: DESCRIPTION };
  return isServedByDefault(ctx, tenantId, !ctx.config.bank.isOfSandbox) ? ctx.config.bank.sender : undefined;
}

/**
 * Whether messages of a channel are sent for a programme: in the sandbox always, but by an account without its secrets,
 * and where the sandbox stands in for the channel.
 */
export function hasChannel(ctx: Known, tenantId: number, channel: keyof Transports): boolean {
  const { mode, messages } = ctx.config;
  const { mail, sms } = ctx.programmes.own(tenantId);
  if (channel === 'sms' && sms) return smsSettingsOf(ctx, tenantId, sms) !== undefined;
  const { hasSandboxSystems, sharesAccounts } = rulesOf(mode);
  if (sharesAccounts || (hasSandboxSystems && messages[channel] === undefined)) return true;
  const isOwn = channel === 'email' && mail !== undefined;
  // Browsers know the instance, not the programme, by its key.
  return messages[channel] !== undefined && (isOwn || channel === 'push' || ctx.programmes.isFirst(tenantId));
}

export const CHANNELS = ['email', 'sms', 'push'] as const satisfies readonly (keyof Transports)[];
type Channel = (typeof CHANNELS)[number];

/** How many programmes each channel of messages is off for. Before the first programme: 1 where it has no settings. */
export function channelsOff(ctx: Known): Readonly<Record<Channel, number>> {
  const { config, programmes } = ctx;
  const all = programmes.all();
  const isMissing = (channel: Channel) =>
    !rulesOf(config.mode).hasSandboxSystems && config.messages[channel] === undefined;
  const countOf = (channel: Channel) =>
    all.length === 0 ? Number(isMissing(channel)) : all.filter((id) => !hasChannel(ctx, id, channel)).length;
  return { email: countOf('email'), sms: countOf('sms'), push: countOf('push') };
}

/** A programme's account for text messages. Undefined: the environment lacks a secret, or has an unusable one. */
function smsSettingsOf({ config }: Known, tenantId: number, account: PartSettings<'sms'>): SmsSettings | undefined {
  const values = Object.entries(account).map(([name, value]) => {
    const isNamed = SMS_SECRETS.has(name) && value !== undefined;
    return [name, isNamed ? (namedSecretOf(config.namedSecrets, tenantId, value) ?? '') : value];
  });
  const read = smsAccount.safeParse(Object.fromEntries(values));
  return read.success ? adapterSettings(read.data, config.messages.smsUrls) : undefined;
}

/** Origin at which the providers of messages post their receipts, as it is configured. */
export function receiptsOrigin({ config }: Pick<Known, 'config'>): string | undefined {
  return config.origins[0];
}

/** Message channels of a programme. `instance`: those of the environment. */
export function transportsOf(ctx: WithSystems, tenantId: number, instance: Transports): Transports {
  const { mail, sms } = ctx.programmes.own(tenantId);
  const { messages } = ctx.config;
  const isDefault = (channel: 'email' | 'sms') => isServedByDefault(ctx, tenantId, messages[channel] !== undefined);
  const { email, push } = instance;
  const from = mail?.from;
  const own = sms && smsSettingsOf(ctx, tenantId, sms);
  const all: Transports = {
    push,
    email:
      email && from !== undefined
        ? { ...email, send: (one) => email.send({ ...one, from }) }
        : isDefault('email')
          ? email
          : undefined,
    sms: own ? ctx.outside.own.sms(tenantId, own) : isDefault('sms') && !sms ? instance.sms : undefined,
  };
  return toListed(all, messages.recipients);
}

/** Payment gateway of a programme. Undefined: it takes no payments by other cards. */
export function gatewayOf(ctx: WithSystems, tenantId: number): PaymentGateway | undefined {
  const { gateway } = ctx.programmes.own(tenantId);
  if (!gateway)
    return isServedByDefault(ctx, tenantId, ctx.config.outside.gateway !== undefined) ? ctx.outside.gateway : undefined;
  const secretOf = (name: string) => namedSecretOf(ctx.config.namedSecrets, tenantId, name);
  const settings = settingsOfAccount(gateway, secretOf, ctx.config.mode);
  return settings && ctx.outside.own.gateway(tenantId, settings);
}
