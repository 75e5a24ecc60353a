import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
import { becomes, type DeskCallInTransaction, deskCommand, type Effect, refused } from '../desk/public.ts';
import { mayBeGiven } from '../../outside/called-addresses.ts';
import { namedSecretOf, SECRET_NAME } from '../programme/public.ts';
import { addConnection, findConnection, saveConnection } from './connection.store.ts';
import {
  type Connected,
  type ConnectionSettings,
  faultsOf,
  type NamedSecret,
  type ProcessorConnection,
  PURPOSES,
} from './connection.ts';
import { connectionName } from './typed-names.ts';

type Call<Input> = DeskCallInTransaction<Input>;
type Purpose = (typeof PURPOSES)[number];

const secretName = z
  .string()
  .regex(SECRET_NAME)
  .describe('the name of a secret of this programme, as ASKS for the setting WATTLE_SECRET_2_ASKS of programme 2')
  .optional();

/** Dollars as cents; 0: none. */
const leastBalance = z
  .string()
  .regex(/^\d{1,9}(\.\d\d)?$/)
  .describe('an amount in dollars, as 5000.00, or 0 for none')
  .transform((typed) => Math.round(Number(typed) * 100))
  .optional();

/** Inputs for the settings of a new or a known connection. */
const settingInputs = {
  apiVersion: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .describe('the API version of the endpoint at the processor')
    .optional(),
  increments: z.enum(['differences', 'totals']).optional(),
  silence: z.enum(['decline', 'leave']).optional(),
  atProcessor: z.enum(['declines', 'approves']).optional(),
  leastBalance,
  url: z
    .url({ protocol: /^https?$/ })
    .describe('a web address with its https')
    .optional(),
  asksKey: secretName,
  eventsKey: secretName,
  apiKey: secretName,
};
type SettingInputs = z.output<z.ZodObject<typeof settingInputs>>;

const SECRET_INPUTS = { asks: 'asksKey', events: 'eventsKey', api: 'apiKey' } as const satisfies Readonly<
  Record<Purpose, keyof SettingInputs>
>;

const answer = z.object({ connection: z.string(), processor: z.string(), state: z.string(), settings: z.string() });

/** Settings in words, by the inputs that set them. Names of secrets are not secret. */
function settingWords({ secrets, leastBalance: least, ...rest }: ConnectionSettings): ReadonlyMap<string, string> {
  const named = PURPOSES.flatMap((purpose) => {
    const names = (secrets[purpose] ?? []).map(({ name }) => name);
    return names.length === 0 ? [] : [[SECRET_INPUTS[purpose], names.join(' and before ')] as const];
  });
  const money = least === undefined ? [] : [['leastBalance', dollarsOf(BigInt(least))] as const];
  return new Map([...Object.entries(rest).map(([name, value]) => [name, String(value)] as const), ...money, ...named]);
}

const wordsOf = (settings: ConnectionSettings) =>
  [...settingWords(settings)].map(([name, value]) => `${name} ${value}`).join(', ');

/** How an approver reads each setting. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  currency: 'Billing currency',
  apiVersion: 'API version',
  increments: 'Amounts of increments',
  silence: 'Without a decision',
  atProcessor: 'Setting at the processor',
  leastBalance: 'Least balance',
  url: 'Address of the API',
  asksKey: 'Secret for purchases',
  eventsKey: 'Secret for told events',
  apiKey: 'API key',
};

/** A line for each setting that changes. */
function settingEffects(before: ConnectionSettings | undefined, after: ConnectionSettings): readonly Effect[] {
  const [was, then] = [before ? settingWords(before) : new Map<string, string>(), settingWords(after)];
  return Object.entries(SHOWN_AS).flatMap(([name, shown]) => {
    const [from = 'none', to = 'none'] = [was.get(name), then.get(name)];
    return from === to ? [] : [becomes(shown, from, to)];
  });
}

/** Secrets with a newly named one in front. The one before it stays valid until it is dropped. */
function withSecret(known: readonly NamedSecret[], name: string | undefined, nowMs: number): NamedSecret[] {
  const [newest] = known;
  if (name === undefined || newest?.name === name) return [...known];
  return [{ name, setAt: new Date(nowMs).toISOString() }, ...(newest ? [newest] : [])];
}

function settingsWith(
  before: ConnectionSettings,
  { asksKey, eventsKey, apiKey, leastBalance: least, ...given }: SettingInputs,
  { nowMs, dropsOld = false }: { readonly nowMs: number; readonly dropsOld?: boolean },
): ConnectionSettings {
  const names = { asks: asksKey, events: eventsKey, api: apiKey };
  const secrets = Object.fromEntries(
    PURPOSES.map((purpose) => {
      const all = withSecret(before.secrets[purpose] ?? [], names[purpose], nowMs);
      return [purpose, dropsOld ? all.slice(0, 1) : all];
    }),
  );
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const cents = least ?? before.leastBalance;
  return { ...before, ...changed, leastBalance: cents === 0 ? undefined : cents, secrets };
}

type Planned = Pick<ProcessorConnection, 'kind' | 'name' | 'settings' | 'isOn'>;

const namesOf = ({ secrets }: ConnectionSettings, purpose: Purpose) => (secrets[purpose] ?? []).map(({ name }) => name);

/**
 * Purpose whose secret another connection of the programme has too. A delivery names no connection in its signature, so
 * one secret for two would let it be sent to both.
 */
function sharedSecret(all: readonly Connected[], tenantId: number, { name, settings }: Planned): Purpose | undefined {
  const taken = all.flatMap(({ connection }) =>
    connection.tenantId === tenantId && connection.name !== name
      ? PURPOSES.flatMap((purpose) => namesOf(connection.settings, purpose))
      : [],
  );
  return PURPOSES.find((purpose) => namesOf(settings, purpose).some((one) => taken.includes(one)));
}

/** Whether a connection can work as it would be. */
function faultOf({ ctx, staff: { tenantId } }: Pick<Call<unknown>, 'ctx' | 'staff'>, planned: Planned) {
  const object = `connection:${planned.name}`;
  const { url } = planned.settings;
  if (url !== undefined && !mayBeGiven(url, ctx.outside.givenAddresses, ctx.config.mode)) {
    return refused('input_invalid', { field: 'url', object });
  }
  const shared = sharedSecret(ctx.processors.all(), tenantId, planned);
  if (shared !== undefined) return refused('secret_shared', { field: SECRET_INPUTS[shared], object });
  const hasSecret = (name: string) => namedSecretOf(ctx.config.namedSecrets, tenantId, name) !== undefined;
  const [fault] = faultsOf(planned, ctx.processors.adapters.get(planned.kind), hasSecret);
  if (!fault) return undefined;
  const fields: Readonly<Record<string, string>> = { ...SECRET_INPUTS, kind: 'processor' };
  return refused(fault.error, { field: fields[fault.field] ?? fault.field, object });
}

const rowOf = ({ name, kind, isOn, settings }: Planned) => ({
  connection: name,
  processor: kind,
  state: isOn ? 'on' : 'off',
  settings: wordsOf(settings),
});

const found = (planned: Planned) => ({
  ok: true as const,
  rows: [rowOf(planned)],
  object: `connection:${planned.name}`,
});

const addInput = z.object({
  name: connectionName,
  processor: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,19}$/)
    .describe('the name of a card processor, as stripe'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe('the currency that the processor bills in, as AUD')
    .default('AUD'),
  ...settingInputs,
});

async function planNew(call: Call<z.output<typeof addInput>>) {
  const { ctx, tx, staff, input } = call;
  const { name, processor, currency, ...given } = input;
  if (await findConnection(tx, staff.tenantId, name)) return refused('name_taken', { field: 'name' });
  const plain: ConnectionSettings = { currency, increments: 'differences', silence: 'decline', secrets: {} };
  const settings = settingsWith(plain, given, { nowMs: ctx.clocks.security.now() });
  const planned = { kind: processor, name, settings, isOn: true };
  return faultOf(call, planned) ?? { ok: true as const, planned };
}

export const addConnectionCommand = deskCommand({
  name: 'add-connection',
  title: 'Connect a card processor',
  summary: 'Connect the programme to a card processor; its secrets are named, not typed',
  permission: 'staff',
  done: (row) => ({ words: `The connection ${row.connection} is added and on.` }),
  input: addInput,
  answer,
  async check(call) {
    const plan = await planNew(call);
    return plan.ok ? found(plan.planned) : plan;
  },
  async effect(call): Promise<readonly Effect[]> {
    const plan = await planNew(call);
    if (!plan.ok) return [];
    const { name, kind, settings } = plan.planned;
    return [becomes(`Connection ${name}`, 'none', `on, ${kind}`), ...settingEffects(undefined, settings)];
  },
  async run(call) {
    const plan = await planNew(call);
    if (!plan.ok) return plan;
    const { ctx, tx, staff } = call;
    const by = { atMs: ctx.clocks.business.now(), by: staff.name };
    await addConnection(tx, { tenantId: staff.tenantId, publicId: randomUUID(), ...plan.planned, ...by });
    tx.afterCommit(() => void ctx.processors.refresh().catch(() => {}));
    return found(plan.planned);
  },
});

const changeInput = z.object({
  connection: connectionName,
  ...settingInputs,
  /** Secrets that were replaced are not valid any more. */
  dropOldKeys: z.boolean().optional(),
});
const switchInput = z.object({ connection: connectionName, state: z.enum(['on', 'off']) });

type Change<Input> = (call: Call<Input>, known: ProcessorConnection) => Pick<Planned, 'settings' | 'isOn'>;

const changed: Change<z.output<typeof changeInput>> = ({ ctx, input }, known) => {
  const { connection: _connection, dropOldKeys, ...given } = input;
  const nowMs = ctx.clocks.security.now();
  return {
    settings: settingsWith(known.settings, given, { nowMs, dropsOld: dropOldKeys === true }),
    isOn: known.isOn,
  };
};

const switched: Change<z.output<typeof switchInput>> = ({ input }, { settings }) => ({
  settings,
  isOn: input.state === 'on',
});

async function planChange<Input extends { readonly connection: string }>(call: Call<Input>, change: Change<Input>) {
  const { tx, staff, input } = call;
  const known = await findConnection(tx, staff.tenantId, input.connection);
  if (!known) return refused('not_found', { field: 'connection' });
  const planned = { ...known, ...change(call, known) };
  const object = `connection:${known.name}`;
  if (rowOf(planned).settings === rowOf(known).settings && planned.isOn === known.isOn) {
    return refused('nothing_to_do', { object });
  }
  // One that is off may lack what it needs to be on.
  return (planned.isOn ? faultOf(call, planned) : undefined) ?? { ok: true as const, known, planned };
}

/** A command that changes a connection, by two people. */
function changingCommand<Shape extends Readonly<Record<string, z.ZodType>>, const Name extends string>(of: {
  readonly name: Name;
  readonly title: string;
  readonly summary: string;
  /** Completes "The connection visa is …". */
  readonly done: (row: z.output<typeof answer>) => string;
  readonly input: z.ZodObject<Shape>;
  readonly change: Change<z.output<z.ZodObject<Shape>> & { readonly connection: string }>;
}) {
  type Input = z.output<z.ZodObject<Shape>>;
  const plan = (call: Call<Input>) => planChange(call as Call<Input & { readonly connection: string }>, of.change);
  return deskCommand<Shape, (typeof answer)['shape'], Name>({
    name: of.name,
    title: of.title,
    summary: of.summary,
    permission: 'staff',
    done: (row) => ({ words: `The connection ${row.connection} is ${of.done(row)}.` }),
    input: of.input,
    answer,
    async check(call) {
      const planned = await plan(call);
      return planned.ok ? found(planned.planned) : planned;
    },
    async effect(call) {
      const planned = await plan(call);
      if (!planned.ok) return [];
      const { known, planned: then } = planned;
      const state = ({ isOn }: Planned) => (isOn ? 'on' : 'off');
      return [
        ...(known.isOn === then.isOn ? [] : [becomes(`Connection ${known.name}`, state(known), state(then))]),
        ...settingEffects(known.settings, then.settings),
      ];
    },
    async run(call) {
      const planned = await plan(call);
      if (!planned.ok) return planned;
      const { ctx, tx, staff } = call;
      await saveConnection(tx, { ...planned.planned, atMs: ctx.clocks.business.now(), by: staff.name });
      tx.afterCommit(() => void ctx.processors.refresh().catch(() => {}));
      return found(planned.planned);
    },
  });
}

export const changeConnectionCommand = changingCommand({
  name: 'change-connection',
  title: 'Change a connection',
  summary: 'Change a connection to a card processor. A newly named secret is valid beside the one before it',
  input: changeInput,
  done: () => 'changed',
  change: changed,
});

export const switchConnectionCommand = changingCommand({
  name: 'switch-connection',
  title: 'Switch a connection on or off',
  summary:
    'Switch a connection to a card processor on or off: off, every purchase is declined, and events are still taken',
  input: switchInput,
  done: ({ state }) => `switched ${state}`,
  change: switched,
});
