import { DIRECT_ENTRY, paymentText } from '@wattle/contract/rules/direct-entry.ts';
import { digitsText, lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { type Mode, rulesOf } from '../../config/mode.ts';
import { BANK_PARTS, isDemoBsb } from '../../config/bank-settings.ts';
import { GATEWAY_PROVIDERS, MERCHANT_ACCOUNT } from '../../config/gateway-settings.ts';
import { mayBeGiven } from '../../outside/called-addresses.ts';
import { toInstant } from '../../platform/database/database.ts';
import { becomes, bsbNumber, type DeskCallInTransaction, deskCommand, refused, requestOfKey } from '../desk/public.ts';
import {
  faultInAccount,
  type GatewayAccount,
  givenGatewayAccount,
  SECRET_NAME,
  type SecretOf,
  wrongFieldOf,
} from './gateway-account.ts';
import { type IdentityPart, namedSecretOf, PART_NAMES, type PartSettings } from './identity.ts';
import { deleteIdentity, hasIdentity, isUnderWay, listSetBy, readIdentities, saveIdentity } from './identity.store.ts';
import { gatewayOf, hasChannel } from './systems.ts';

const answer = z.object({ part: z.string(), settings: z.string() });
const switched = z.boolean().optional();
export const secretName = z
  .string()
  .regex(SECRET_NAME)
  .describe('the name of a secret of this programme, as SMS for the setting WATTLE_SECRET_2_SMS of programme 2');
export const webAddress = z.url({ protocol: /^https?$/ }).describe('a web address with its https');

/** As it stands in files of the bank. */
const userName = z
  .string()
  .overwrite((typed) => paymentText(lineText(typed)))
  .min(1)
  .max(26)
  .regex(DIRECT_ENTRY)
  .describe('a name of up to 26 letters, digits and signs that a file of a bank carries');
const userId = z.string().overwrite(digitsText).describe('a user id of 6 digits').pipe(BANK_PARTS.userId);
const account = z
  .string()
  .overwrite(digitsText)
  .describe('an account of at most 9 letters or digits')
  .pipe(BANK_PARTS.account);

type Call<Input> = DeskCallInTransaction<Input>;

/** Shows the parts that the programme has. For the first programme, the environment supplies the rest. */
export const identityCommand = deskCommand({
  name: 'identity',
  title: 'Our bank, mail, SMS and gateway',
  summary: 'What the programme has of its own at its bank, mail, text messages and payment gateway',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    part: z.string(),
    works: z.boolean(),
    settings: z.string(),
    since: z.string(),
    /** Names of the asker and the approver; empty: it was set before that was kept. */
    askedBy: z.string(),
    approvedBy: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId } }) {
    const { own } = await readIdentities(tx);
    const setBy = new Map((await listSetBy(tx, tenantId)).map((row) => [row.part, row]));
    const identity = own.get(tenantId) ?? {};
    const works: Readonly<Record<IdentityPart, boolean>> = {
      bank: true,
      mail: hasChannel(ctx, tenantId, 'email'),
      sms: hasChannel(ctx, tenantId, 'sms'),
      gateway: gatewayOf(ctx, tenantId) !== undefined,
    };
    const rows = PART_NAMES.flatMap((part) => {
      const settings = identity[part];
      const set = setBy.get(part);
      return settings && set
        ? [
            {
              part,
              works: works[part],
              settings: textOf(settings),
              since: toInstant(set.set_at),
              askedBy: set.asked_by,
              approvedBy: set.approved_by,
            },
          ]
        : [];
    });
    return { ok: true, rows };
  },
});

const textOf = (settings: object) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

/** Calls the listeners that keep something of the account at the payment gateway: it is another one from now on. */
async function callGatewayListeners(
  { ctx, tx, staff: { tenantId } }: Call<unknown>,
  part: IdentityPart,
  now: PartSettings<IdentityPart> | undefined,
): Promise<void> {
  if (part !== 'gateway') return;
  const before = (await readIdentities(tx)).own.get(tenantId)?.gateway;
  const merchantOf = (account: GatewayAccount) => ('merchantAccount' in account ? account.merchantAccount : undefined);
  const isSame = (now: GatewayAccount) =>
    now.provider === before?.provider &&
    now.url === before.url &&
    now.apiKey === before.apiKey &&
    merchantOf(now) === merchantOf(before);
  if (now && 'apiKey' in now && isSame(now)) return;
  for (const listen of ctx.listeners.gatewayAccountChanged) await listen(tx, ctx, { tenantId });
}

/** A part of the identity as it is and as it would be. Names of secrets are not secret. */
async function effectOnPart(
  { tx, staff: { tenantId } }: Pick<Call<unknown>, 'tx' | 'staff'>,
  part: IdentityPart,
  now: object | undefined,
) {
  const before = (await readIdentities(tx)).own.get(tenantId)?.[part];
  const words = (settings: object | undefined) => (settings ? textOf(settings) : 'none of its own');
  return becomes(PART_WORDS[part], words(before), words(now));
}

const PART_WORDS: Readonly<Record<IdentityPart, string>> = {
  bank: 'Account at the bank',
  mail: 'Sender of mail',
  sms: 'Account for text messages',
  gateway: 'Account at the payment gateway',
};

/** A command that sets a part of the identity, by two people. */
export function settingCommand<
  Shape extends Readonly<Record<string, z.ZodType>>,
  Part extends IdentityPart,
  const Name extends string,
>(of: {
  readonly name: Name;
  readonly title: string;
  readonly summary: string;
  readonly part: Part;
  readonly input: z.ZodObject<Shape>;
  /** Names of the secrets that it needs, and the addresses that it calls. */
  readonly needs?: (input: z.output<z.ZodObject<Shape>>) => Readonly<Record<string, string | undefined>>;
  /** Field that another field makes wrong, or that it lacks. */
  readonly faultIn?: (input: z.output<z.ZodObject<Shape>>) => string | undefined;
  /** Field whose secret has another form than its provider's, or whose address is not of this mode. */
  readonly wrongField?: (settings: PartSettings<Part>, secretOf: SecretOf, mode: Mode) => string | undefined;
  /** Field with a value of the demo, which production does not take. */
  readonly demoIn?: (input: z.output<z.ZodObject<Shape>>) => string | undefined;
  readonly toSettings: (input: z.output<z.ZodObject<Shape>>) => PartSettings<Part>;
}) {
  const { part, needs = () => ({}), faultIn, wrongField, demoIn, toSettings } = of;
  const check = async ({ ctx, tx, staff: { tenantId }, input }: Call<z.output<z.ZodObject<Shape>>>) => {
    const object = `identity:${part}`;
    const fault = faultIn?.(input);
    if (fault !== undefined) return refused('input_invalid', { field: fault, object });
    for (const [field, value] of Object.entries<string | undefined>(needs(input))) {
      if (value === undefined) continue;
      const isFine = SECRET_NAME.test(value)
        ? namedSecretOf(ctx.config.namedSecrets, tenantId, value) !== undefined
        : mayBeGiven(value, ctx.outside.givenAddresses, ctx.config.mode);
      if (!isFine) return refused('input_invalid', { field, object });
    }
    const secretOf = (name: string) => namedSecretOf(ctx.config.namedSecrets, tenantId, name);
    const wrong = wrongField?.(toSettings(input), secretOf, ctx.config.mode);
    if (wrong !== undefined) return refused('input_invalid', { field: wrong, object });
    const demo = !rulesOf(ctx.config.mode).hasSandboxSystems ? demoIn?.(input) : undefined;
    if (demo !== undefined) return refused('input_invalid', { field: demo, object });
    if (await isUnderWay(tx, tenantId, part)) return refused('payments_open', { object });
    return { ok: true as const, rows: [{ part, settings: textOf(toSettings(input)) }], object };
  };
  return deskCommand<Shape, (typeof answer)['shape'], Name>({
    name: of.name,
    title: of.title,
    summary: of.summary,
    permission: 'staff',
    done: () => ({ words: `${PART_WORDS[part]}: set.`, next: 'It counts from now on.' }),
    input: of.input,
    answer,
    check,
    effect: async (call) => [await effectOnPart(call, part, toSettings(call.input))],
    async run(call) {
      const found = await check(call);
      if (!found.ok) return found;
      const { ctx, tx, staff, input } = call;
      const settings = toSettings(input);
      await callGatewayListeners(call, part, settings);
      await saveIdentity(tx, staff.tenantId, part, settings, {
        atMs: ctx.clocks.business.now(),
        request: requestOfKey(call.key),
      });
      tx.afterCommit(() => void ctx.programmes.refresh().catch(() => {}));
      return found;
    },
  });
}

export const setBankIdentityCommand = settingCommand({
  name: 'set-bank-identity',
  title: 'Change our bank details',
  summary: 'Set the programme’s account at its bank and its user id there, for files from now on',
  part: 'bank',
  input: z.object({
    institution: z
      .string()
      .overwrite(lineText)
      .describe('three letters of the bank, as ABC')
      .pipe(BANK_PARTS.institution),
    userName,
    userId,
    bsb: bsbNumber.transform((digits) => digits.replace(/^\d{3}/, '$&-')),
    account,
    withoutContra: switched,
    tracesPayer: switched,
  }),
  demoIn: ({ bsb }) => (isDemoBsb(bsb) ? 'bsb' : undefined),
  toSettings: ({ account, withoutContra, tracesPayer, ...rest }) => ({
    ...rest,
    accountNumber: account,
    hasContra: withoutContra !== true,
    tracesPayer: tracesPayer === true,
  }),
});

export const setMailSenderCommand = settingCommand({
  name: 'set-mail-sender',
  title: 'Change the email sender',
  summary: 'Set the address that mail of the programme comes from',
  part: 'mail',
  input: z.object({ from: z.email().describe('an email address') }),
  toSettings: (input) => input,
});

export const setGatewayAccountCommand = settingCommand({
  name: 'set-gateway-account',
  title: 'Change the payment gateway',
  summary: 'Set the programme’s account at the payment gateway; its keys are named, not typed',
  part: 'gateway',
  input: z.object({
    provider: z.enum(GATEWAY_PROVIDERS),
    url: webAddress.optional(),
    apiKey: secretName,
    noticeKey: secretName,
    oldNoticeKey: secretName.optional(),
    merchantAccount: z
      .string()
      .regex(MERCHANT_ACCOUNT)
      .describe('the name of a merchant account, of adyen alone')
      .optional(),
    reportKey: secretName.optional(),
    pageOrigin: webAddress.optional(),
  }),
  faultIn: faultInAccount,
  wrongField: wrongFieldOf,
  needs: ({ provider: _provider, merchantAccount: _account, ...needed }) => needed,
  toSettings: (input) => givenGatewayAccount.parse(input),
});

const partInput = z.object({ part: z.enum(PART_NAMES as readonly [IdentityPart, ...IdentityPart[]]) });

async function findPart({ tx, staff: { tenantId }, input: { part } }: Call<z.output<typeof partInput>>) {
  const object = `identity:${part}`;
  if (!(await hasIdentity(tx, tenantId, part))) return refused('not_found', { field: 'part', object });
  if (await isUnderWay(tx, tenantId, part)) return refused('payments_open', { object });
  return { ok: true as const, rows: [{ part, settings: '' }], object };
}

export const dropIdentityCommand = deskCommand({
  name: 'drop-identity',
  title: 'Give up a setting of ours',
  summary: 'Give up a part of the programme’s own identity: the environment’s counts again, for the first programme',
  permission: 'staff',
  done: (_row, input) => ({
    words: `${PART_WORDS[input.part]}: given up.`,
    next: 'The setting of the server counts again, if it has one.',
  }),
  input: partInput,
  positional: 'part',
  answer,
  check: findPart,
  effect: async (call) => [await effectOnPart(call, call.input.part, undefined)],
  async run(call) {
    const found = await findPart(call);
    if (!found.ok) return found;
    const { ctx, tx, staff, input } = call;
    await callGatewayListeners(call, input.part, undefined);
    await deleteIdentity(tx, staff.tenantId, input.part);
    tx.afterCommit(() => void ctx.programmes.refresh().catch(() => {}));
    return found;
  },
});
