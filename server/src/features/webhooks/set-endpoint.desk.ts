import { randomBytes } from 'node:crypto';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { rulesOf } from '../../config/mode.ts';
import { mayBeGiven } from '../../outside/called-addresses.ts';
import {
  becomes,
  type DeskCallInTransaction,
  type DeskOutcome,
  deskCommand,
  type Effect,
  nameOf,
  refused,
  wholeNumber,
} from '../desk/public.ts';
import {
  addEndpoint,
  changeEndpoint,
  countEndpoints,
  type Endpoint,
  findEndpoint,
  isBrandHost,
  lockEndpoint,
  lockEndpoints,
  replaceSecret,
  stopWaiting,
  switchEndpoint,
} from './endpoint.store.ts';
import { eventsInput, eventsInWords } from './typed-events.ts';

type Call<Input> = DeskCallInTransaction<Input>;

const SECRET_BYTES = 32;
/** Endpoints of a programme that are on or disabled. A server calls up to 1,000 together, for all programmes. */
const MOST_ENDPOINTS = 50;
const HOUR_MS = 3_600_000;

export const endpointName = nameOf(1, 60).describe('the name of a webhook endpoint');
const address = z
  .string()
  .overwrite(lineText)
  .max(500)
  .refine((text) => URL.canParse(text))
  .describe('a web address with its https');

const answer = { endpoint: z.string(), url: z.string(), events: z.string(), state: z.string() };
const withSecret = z.object({ ...answer, secret: z.string() });

const drawSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

type Shown = Pick<Endpoint, 'name' | 'url' | 'events' | 'state'>;
const objectOf = ({ name }: Pick<Endpoint, 'name'>) => `webhook:${name}`;
const rowOf = ({ name, url, events, state }: Shown) => ({ endpoint: name, url, events: eventsInWords(events), state });
const by = ({ ctx, staff }: Pick<Call<unknown>, 'ctx' | 'staff'>) => ({
  atMs: ctx.clocks.business.now(),
  by: staff.name,
});

/** Ports that a receiver of a programme may have, outside of a sandbox. */
const PORTS = ['', '443', '8443'];

/**
 * Whether an address is one that may be called, and none of the programme's own sites. What its name resolves to is
 * checked at each attempt.
 */
async function isFine({ ctx, tx, staff }: Call<unknown>, url: string): Promise<boolean> {
  const { mode, origins } = ctx.config;
  const { port, hash, hostname: named } = new URL(url);
  // A name may be written with the dot of the root.
  const hostname = named.replace(/\.$/, '');
  const isPlace = rulesOf(mode).callsPrivateNetworks || (PORTS.includes(port) && /\.[a-z]/.test(hostname));
  const isGiven = mayBeGiven(url, ctx.outside.givenAddresses, mode) && isPlace && hash === '';
  return (
    isGiven &&
    !origins.some((origin) => new URL(origin).hostname === hostname) &&
    !(await isBrandHost(tx, staff.tenantId, hostname))
  );
}

const isFull = async ({ tx, staff }: Pick<Call<unknown>, 'tx' | 'staff'>) =>
  (await countEndpoints(tx, staff.tenantId)) >= MOST_ENDPOINTS;

const addInput = z.object({ name: endpointName, url: address, events: eventsInput });

async function planNew(call: Call<z.output<typeof addInput>>) {
  const { tx, staff, input } = call;
  const object = objectOf(input);
  if (await findEndpoint(tx, staff.tenantId, input.name)) return refused('name_taken', { field: 'name', object });
  if (!(await isFine(call, input.url))) return refused('input_invalid', { field: 'url', object });
  if (await isFull(call)) return refused('too_many_endpoints', { field: 'name', object });
  return { ok: true as const, rows: [rowOf({ ...input, state: 'on' })], object };
}

export const addWebhookCommand = deskCommand({
  name: 'add-webhook',
  title: 'Add a webhook',
  summary: 'Add an address that events of the programme are sent to; its secret is shown once, to who approves',
  permission: 'staff',
  done: (row) => ({ words: `The webhook ${row.endpoint} is added and on.` }),
  input: addInput,
  answer: withSecret,
  shownOnce: ['secret'],
  async check(call) {
    const plan = await planNew(call);
    return plan.ok ? { ...plan, rows: plan.rows.map((row) => ({ ...row, secret: '' })) } : plan;
  },
  async effect(call): Promise<readonly Effect[]> {
    const plan = await planNew(call);
    if (!plan.ok) return [];
    const { name, url, events } = call.input;
    return [becomes(`Webhook ${name}`, 'none', url), becomes('Its events', 'none', eventsInWords(events))];
  },
  async run(call): Promise<DeskOutcome> {
    await lockEndpoints(call.tx, call.staff.tenantId);
    const plan = await planNew(call);
    if (!plan.ok) return plan;
    const { ctx, tx, staff, input } = call;
    const secret = drawSecret();
    const made = { tenantId: staff.tenantId, ...input, secret, securityMs: ctx.clocks.security.now() };
    await addEndpoint(tx, ctx.secrets, made, by(call));
    return { ...plan, rows: plan.rows.map((row) => ({ ...row, secret })) };
  },
});

type Planned = { readonly ok: true; readonly known: Endpoint; readonly next: Shown } | ReturnType<typeof refused>;

/** An endpoint as a command would make it; refused where nothing changes. */
async function plan<Input extends { readonly endpoint: string }>(
  { tx, staff, input }: Call<Input>,
  find: typeof findEndpoint,
  change: (known: Endpoint) => Partial<Shown>,
): Promise<Planned> {
  const known = await find(tx, staff.tenantId, input.endpoint);
  if (!known) return refused('not_found', { field: 'endpoint' });
  const next = { ...known, ...change(known) };
  const isSame = JSON.stringify(rowOf(next)) === JSON.stringify(rowOf(known));
  return isSame ? refused('nothing_to_do', { object: objectOf(known) }) : { ok: true, known, next };
}

const outcomeOf = (planned: Planned): DeskOutcome =>
  planned.ok ? { ok: true, rows: [rowOf(planned.next)], object: objectOf(planned.known) } : planned;

function effectOf(planned: Planned): readonly Effect[] {
  if (!planned.ok) return [];
  const { known, next } = planned;
  return [
    becomes(`Webhook ${known.name}`, known.state, next.state),
    becomes('Its address', known.url, next.url),
    becomes('Its events', eventsInWords(known.events), eventsInWords(next.events)),
  ].filter(({ before, after }) => before !== after);
}

const changeInput = z.object({ endpoint: endpointName, url: address.optional(), events: eventsInput.optional() });

async function planChange(call: Call<z.output<typeof changeInput>>, find = findEndpoint): Promise<Planned> {
  const { url, events } = call.input;
  const planned = await plan(call, find, (known) => ({ url: url ?? known.url, events: events ?? known.events }));
  if (!planned.ok || url === undefined || (await isFine(call, url))) return planned;
  return refused('input_invalid', { field: 'url', object: objectOf(planned.known) });
}

export const changeWebhookCommand = deskCommand({
  name: 'change-webhook',
  title: 'Change a webhook',
  summary: 'Change the address or the events of a webhook endpoint',
  permission: 'staff',
  done: (row) => ({ words: `The webhook ${row.endpoint} is changed.` }),
  input: changeInput,
  answer: z.object(answer),
  check: async (call) => outcomeOf(await planChange(call)),
  effect: async (call) => effectOf(await planChange(call)),
  async run(call) {
    const planned = await planChange(call, lockEndpoint);
    if (!planned.ok) return planned;
    const changed = { id: planned.known.id, url: planned.next.url, events: planned.next.events };
    await changeEndpoint(call.tx, call.staff.tenantId, changed, by(call));
    return outcomeOf(planned);
  },
});

/** Events that a switch stops; more are stopped by the job within seconds, and until then it is not switched on. */
const STOPPED_TOGETHER = 1_000;

const switchInput = z.object({ endpoint: endpointName, state: z.enum(['on', 'off']) });
async function planSwitch(call: Call<z.output<typeof switchInput>>, find = findEndpoint): Promise<Planned> {
  const planned = await plan(call, find, () => ({ state: call.input.state }));
  // One that is disabled counts already.
  if (!planned.ok || planned.known.state !== 'off' || !(await isFull(call))) return planned;
  return refused('too_many_endpoints', { field: 'endpoint', object: objectOf(planned.known) });
}

export const switchWebhookCommand = deskCommand({
  name: 'switch-webhook',
  title: 'Switch a webhook on or off',
  summary: 'Switch a webhook endpoint on or off. What it has missed is sent by replay-webhooks alone',
  permission: 'staff',
  done: (row) => ({ words: `The webhook ${row.endpoint} is ${row.state}.` }),
  input: switchInput,
  answer: z.object(answer),
  check: async (call) => outcomeOf(await planSwitch(call)),
  effect: async (call) => effectOf(await planSwitch(call)),
  async run(call) {
    await lockEndpoints(call.tx, call.staff.tenantId);
    const planned = await planSwitch(call, lockEndpoint);
    if (!planned.ok) return planned;
    const { state } = call.input;
    // An endpoint that is on gets what is new.
    const stopped = await stopWaiting(call.tx, call.staff.tenantId, planned.known.id, STOPPED_TOGETHER);
    if (state === 'on' && stopped === STOPPED_TOGETHER) {
      return refused('events_waiting', { field: 'endpoint', object: objectOf(planned.known) });
    }
    await switchEndpoint(call.tx, call.staff.tenantId, planned.known.id, { state }, by(call));
    return outcomeOf(planned);
  },
});

const FORMER_HOURS = { usual: 24, most: 72 };
const rotateInput = z.object({
  endpoint: endpointName,
  /** For how long the former secret signs too. */
  hours: wholeNumber(0, FORMER_HOURS.most).default(FORMER_HOURS.usual),
});

async function findNamed({ tx, staff, input }: Call<z.output<typeof rotateInput>>, find: typeof findEndpoint) {
  const known = await find(tx, staff.tenantId, input.endpoint);
  return known ?? refused('not_found', { field: 'endpoint' });
}

export const rotateWebhookCommand = deskCommand({
  name: 'rotate-webhook-secret',
  title: 'Renew a webhook’s secret',
  summary: 'Draw a new secret of a webhook endpoint, shown once to who approves. The former one signs too for 24 hours',
  permission: 'staff',
  done: (row) => ({ words: `The webhook ${row.endpoint} has a new secret.` }),
  input: rotateInput,
  answer: withSecret,
  shownOnce: ['secret'],
  async check(call) {
    const known = await findNamed(call, findEndpoint);
    if ('ok' in known) return known;
    return { ok: true, rows: [{ ...rowOf(known), secret: '' }], object: objectOf(known) };
  },
  async effect(call) {
    const known = await findNamed(call, findEndpoint);
    if ('ok' in known) return [];
    const { hours } = call.input;
    const signs = hours === 0 ? 'a new one alone' : `a new one, and this one for ${hours} hours`;
    return [becomes(`Secret of webhook ${known.name}`, `set ${known.secret_set_at.slice(0, 10)}`, signs)];
  },
  async run(call) {
    const { ctx, tx, staff, input } = call;
    const known = await findNamed(call, lockEndpoint);
    if ('ok' in known) return known;
    const secret = drawSecret();
    const nowMs = ctx.clocks.security.now();
    const formerUntilMs = input.hours === 0 ? undefined : nowMs + input.hours * HOUR_MS;
    await replaceSecret(tx, ctx.secrets, known, { tenantId: staff.tenantId, secret, nowMs, formerUntilMs }, by(call));
    return { ok: true, rows: [{ ...rowOf(known), secret }], object: objectOf(known) };
  },
});
