import type { BankSender } from '../../config/bank-settings.ts';
import type { AppConfig } from '../../config/config.ts';
import { adapterSettings, SMS_SECRETS, smsAccount, type SmsSettings } from '../../config/sms-account.ts';
import type { PaymentGateway } from '../../outside/gateway/port.ts';
import type { Outside } from '../../outside/outside.ts';
import type { Transports } from '../../outside/transports.ts';
import { settingsOfAccount } from './gateway-account.ts';
import { namedSecretOf, type PartSettings } from './identity.ts';
import type { Programmes } from './programmes.ts';

type Known = { readonly config: AppConfig; readonly programmes: Programmes };
type WithSystems = Known & { readonly outside: Outside };

/** Whether the settings of the environment serve a programme: the first one, and all of a sandbox. */
function isServedByDefault({ config, programmes }: Known, tenantId: number): boolean {
  return config.mode === 'sandbox' || programmes.isFirst(tenantId);
}

const DESCRIPTION = 'PAYMENTS';

/** How the bank knows a programme. Undefined: it has no bank, and no files are made. */
export function bankSenderOf(ctx: Known, tenantId: number): BankSender | undefined {
  const { bank } = ctx.programmes.own(tenantId);
  if (bank) return { ...bank, description: DESCRIPTION };
  return isServedByDefault(ctx, tenantId) ? ctx.config.bank.sender : undefined;
}

/** Whether messages of a channel are sent for a programme: in the sandbox always, but by an account without its secrets. */
export function hasChannel(ctx: Known, tenantId: number, channel: keyof Transports): boolean {
  const { mode, messages } = ctx.config;
  const { mail, sms } = ctx.programmes.own(tenantId);
  if (channel === 'sms' && sms) return smsSettingsOf(ctx, tenantId, sms) !== undefined;
  if (mode === 'sandbox') return true;
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
  const isMissing = (channel: Channel) => config.mode === 'production' && config.messages[channel] === undefined;
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
  const isDefault = isServedByDefault(ctx, tenantId);
  const { email, push } = instance;
  const from = mail?.from;
  const own = sms && smsSettingsOf(ctx, tenantId, sms);
  return {
    push,
    email:
      email && from !== undefined
        ? { ...email, send: (one) => email.send({ ...one, from }) }
        : isDefault
          ? email
          : undefined,
    sms: own ? ctx.outside.own.sms(tenantId, own) : isDefault && !sms ? instance.sms : undefined,
  };
}

/** Payment gateway of a programme. Undefined: it takes no payments by other cards. */
export function gatewayOf(ctx: WithSystems, tenantId: number): PaymentGateway | undefined {
  const { gateway } = ctx.programmes.own(tenantId);
  if (!gateway) return isServedByDefault(ctx, tenantId) ? ctx.outside.gateway : undefined;
  const secretOf = (name: string) => namedSecretOf(ctx.config.namedSecrets, tenantId, name);
  const settings = settingsOfAccount(gateway, secretOf, ctx.config.mode);
  return settings && ctx.outside.own.gateway(tenantId, settings);
}
