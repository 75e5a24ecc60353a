import type { DocumentOperation } from '@wattle/contract/downloads/document.ts';
import type { AnyOperation, Ids } from '@wattle/contract/operation.ts';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { routes } from '../../src/compose/routes.ts';
import { BASIC_THINGS } from './basic-things.ts';
import {
  type Ask,
  type FeatureOwnership,
  INVALID_CARD,
  type OwnerCall,
  type OwnerDriver,
  same,
  type Thing,
} from './driver.ts';
import type { Caller } from './world.ts';

const FEATURES = path.join(import.meta.dirname, '../../src/features');

/** Exports of the files `*.ownership.ts` of all features. */
async function readFeatures(): Promise<readonly FeatureOwnership[]> {
  const files = globSync('**/*.ownership.ts', { cwd: FEATURES }).toSorted();
  const modules = await Promise.all(
    files.map(
      async (file) => (await import(pathToFileURL(path.join(FEATURES, file)).href)) as { ownership: FeatureOwnership },
    ),
  );
  return modules.map(({ ownership }) => ownership);
}

/** Merges records. A duplicate name is an error. */
function joined<T>(parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two features say who owns ${twice}`);
  return Object.fromEntries(entries);
}

const features = await readFeatures();
const THINGS = joined([BASIC_THINGS, ...features.map(({ things = {} }) => things)]);
const CALLS = joined(features.map(({ calls = {} }) => calls));

/** Ids without an owner. */
const NAMES_NOTHING: ReadonlySet<string> = new Set(['anyone', 'proof']);

function thingOf(name: string, kind: string): Thing {
  const thing = THINGS[kind];
  if (!thing) throw new Error(`${name}: no *.ownership.ts makes a ${kind}`);
  return thing;
}

type Named = readonly (readonly [field: string, thing: Thing])[];

/** Ids in a request of a call, with their things. */
function namedBy(name: string, ids: Ids, without: readonly string[] = []): Named {
  return Object.entries(ids)
    .filter(([field, kind = '']) => !NAMES_NOTHING.has(kind) && !without.includes(field))
    .map(([field, kind = '']) => [field, thingOf(name, kind)] as const);
}

/** Creates the things of a request, and returns the fields of their ids. */
async function makeIds(named: Named, ...given: Parameters<Thing['make']>): Promise<Readonly<Record<string, unknown>>> {
  const made: Record<string, unknown> = {};
  // In sequence, because they may change the same rows.
  for (const [field, { make }] of named) made[field] = await make(...given);
  return made;
}

/** Places id fields according to their schema. */
function placed({ params, query }: Pick<AnyOperation, 'params' | 'query'>, ids: object, call: OwnerCall): Ask {
  const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
  const among = (fields: readonly string[]) =>
    Object.fromEntries(
      Object.entries(ids).flatMap(([field, id]) => (fields.includes(field) ? [[field, String(id)] as const] : [])),
    );
  const [inPath, inQuery] = [fieldsOf(params), fieldsOf(query)];
  const rest = Object.fromEntries(Object.entries(ids).filter(([field]) => ![...inPath, ...inQuery].includes(field)));
  return {
    params: { ...among(inPath), ...call.params },
    query: { ...among(inQuery), ...call.query },
    ...((call.body ?? Object.keys(rest).length > 0) && { body: { ...rest, ...call.body } }),
  };
}

/** Error for others who name these: that of a card or an account first, otherwise that of the last. */
function refusalOf(named: Named): Thing['refusal'] {
  const refusals = named.flatMap(([, { refusal }]) => (refusal ? [refusal] : []));
  return refusals.find((refusal) => refusal === INVALID_CARD) ?? refusals.at(-1);
}

/** Callers who share all of these. */
function sharersOf(named: Named): Thing['sharedBy'] {
  const [first, ...rest] = named.map(([, { sharedBy }]) => sharedBy);
  return rest.every((sharedBy) => sharedBy === first) ? first : undefined;
}

type Made = Readonly<Record<string, unknown>>;
type Fill = (ids: Made, call: OwnerCall) => Ask;

/** Creates the things of a request and prepares the owner. */
function asking(name: string, ids: Ids, call: OwnerCall, fill: Fill): OwnerDriver['ask'] {
  return async (world, owner, session) => {
    const made = await makeIds(namedBy(name, ids, call.without), world, owner, session);
    const marks = await call.ready?.(world, owner, session);
    return same(fill(made, call), marks ?? []);
  };
}

const isBasic = (thing: Thing) => Object.values(BASIC_THINGS).includes(thing);

/** Others name the owner's thing together with their own account or card. */
function mixedDrivers(name: string, ids: Ids, call: OwnerCall, fill: Fill): readonly OwnerDriver[] {
  const named = namedBy(name, ids, call.without);
  const own = named.filter(([, thing]) => isBasic(thing));
  const isMixed = named.some(([, thing]) => !isBasic(thing) && !thing.isWithinAccount);
  if (call.ask || own.length === 0 || !isMixed) return [];
  const sharedBy = sharersOf(named);
  return [
    {
      ask: async (world, owner, session) => {
        const made = await makeIds(named, world, owner, session);
        const marks = await call.ready?.(world, owner, session);
        const theirs = new Map<Caller, Made>();
        for (const caller of world.others) theirs.set(caller, await makeIds(own, world, caller, session));
        return { request: (caller) => fill({ ...made, ...theirs.get(caller) }, call), marks: marks ?? [] };
      },
      refusal: 'any',
      ...(sharedBy && { sharedBy }),
      ...(call.answer && { answer: call.answer }),
    },
  ];
}

function driversFor(name: string, ids: Ids, call: OwnerCall, fill: Fill): readonly OwnerDriver[] {
  const named = namedBy(name, ids, call.without);
  const refusal = call.refusal === 'none' ? undefined : (call.refusal ?? refusalOf(named));
  const sharedBy = call.sharedBy === 'nobody' ? undefined : (call.sharedBy ?? sharersOf(named));
  const whole: OwnerDriver = {
    ask: call.ask ?? asking(name, ids, call, fill),
    ...(refusal && { refusal }),
    ...(sharedBy && { sharedBy }),
    ...(call.answer && { answer: call.answer }),
    isLast: call.isLast ?? false,
    endsSession: call.endsSession ?? false,
  };
  return [whole, ...mixedDrivers(name, ids, call, fill)];
}

function callsOf(name: string): readonly OwnerCall[] {
  const calls = CALLS[name] ?? {};
  return Array.isArray(calls) ? (calls as readonly OwnerCall[]) : [calls as OwnerCall];
}

function driversOf(operation: AnyOperation): readonly OwnerDriver[] {
  const { name, ids } = operation;
  return callsOf(name).flatMap((call) => driversFor(name, ids, call, (made) => placed(operation, made, call)));
}

/** The owner's request of a document ticket: its ids are among the parameters. */
function driversOfDocument({ name, ids, who }: DocumentOperation): readonly OwnerDriver[] {
  const fill: Fill = (made, call) => ({
    body: { kind: name, parameters: { ...made, ...call.body }, language: 'enAU' },
  });
  return callsOf(name).flatMap((call) => driversFor(name, ids, call, fill).map((driver) => ({ ...driver, who })));
}

const DOCUMENTS = routes
  .filter(({ kind }) => kind === 'document')
  .map(({ operation }) => operation as unknown as DocumentOperation);

/**
 * Valid requests of each call with a session, from the ids that its operation declares and the requirements of its
 * feature. `server/src/tests/ownership.test.ts` sends the same as everybody else.
 */
export const OWNER_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = Object.fromEntries(
  routes
    .filter(({ kind }) => kind === 'session')
    .map(({ operation }) => [
      operation.name,
      operation.name === 'askTicket' ? DOCUMENTS.flatMap(driversOfDocument) : driversOf(operation),
    ]),
);

/** Calls named by features without a route. */
export const UNKNOWN_CALLS = Object.keys(CALLS).filter(
  (name) => !(name in OWNER_DRIVERS) && !DOCUMENTS.some((document) => document.name === name),
);
