import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { openText } from '../../platform/secrets/typed-card-numbers.ts';
import {
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  pageInput,
  pageOf,
  refused,
  rowNumber,
} from '../desk/public.ts';
import { findHit, type Hit, listDecidedHits, listOpenHits, lockHit, saveDecision } from './sanction-hit.store.ts';
import { findCurrentList } from './sanction-list.store.ts';

export const sanctionsListCommand = deskCommand({
  name: 'sanctions-list',
  title: 'Sanctions list',
  summary: 'The list that names are compared with, and how many are still to be compared',
  permission: 'decide',
  done: ({ source }) => ({ words: `Names are compared with ${source}.` }),
  input: z.object({}),
  answer: z.object({
    source: z.string(),
    entries: z.number(),
    threshold: z.number(),
    loadedBy: z.string(),
    loaded: z.string(),
    due: z.number(),
  }),
  async run({ tx, staff: { tenantId } }) {
    const list = await findCurrentList(tx, tenantId);
    if (!list) return { ok: true, rows: [] };
    const { source, entries, threshold, loaded_by: loadedBy, due } = list;
    return { ok: true, rows: [{ source, entries, threshold, loadedBy, loaded: toInstant(list.loaded_at), due }] };
  },
});

const at = (moment: string | null) => (moment === null ? '' : toInstant(moment));

export const sanctionsHitsCommand = deskCommand({
  name: 'sanctions-hits',
  title: 'Names like one of the list',
  summary: 'Names like one of the sanctions list, the oldest first; with --decided those that were decided',
  permission: 'decide',
  done: (_row, _input, rows) => ({ words: `${rows.length} on this page.` }),
  input: z.object({ decided: z.boolean().default(false).describe('those that were decided'), ...pageInput }),
  answer: z.object({
    hit: z.string(),
    kind: z.enum(['person', 'payment', 'order']),
    /** `holder:48`, `payment:902`, `item:7`. */
    object: z.string(),
    name: z.string(),
    /** Year of birth of a person; empty: not known. */
    born: z.string(),
    reference: z.string(),
    listedName: z.string(),
    /** Years of birth of the list, with commas. */
    listedBorn: z.string(),
    likeness: z.number(),
    threshold: z.number(),
    source: z.string(),
    state: z.enum(['Open', 'Cleared', 'Confirmed']),
    found: z.string(),
    decided: z.string(),
    decidedBy: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const list = input.decided ? listDecidedHits : listOpenHits;
    const { shown, hasMore } = await pageOf(ctx, input, (most) => list(tx, tenantId, most));
    const rows = shown.map((hit) => ({
      hit: String(hit.id),
      kind: hit.kind,
      object: objectOf(hit),
      name: openText(ctx.secrets, hit.name),
      born: hit.birth_year === null ? '' : String(hit.birth_year),
      reference: hit.reference,
      listedName: hit.listed_name,
      listedBorn: (hit.listed_years ?? []).join(', '),
      likeness: hit.likeness,
      threshold: hit.threshold,
      source: hit.source,
      state: hit.state,
      found: toInstant(hit.found_at),
      decided: at(hit.decided_at),
      decidedBy: hit.decided_by ?? '',
    }));
    return { ok: true, rows, hasMore };
  },
});

const OBJECTS = { person: 'holder', payment: 'payment', order: 'item' } as const;
const objectOf = ({ kind, object_id }: Hit) => `${OBJECTS[kind]}:${object_id}`;

const input = z.object({ hit: rowNumber });
type Call = DeskCallInTransaction<z.output<typeof input>>;
const answer = z.object({ hit: z.string(), object: z.string(), state: z.string() });

/** A hit that can still be decided so. A confirmed one can be cleared, a cleared one confirmed. */
async function plan({ tx, staff: { tenantId }, input: { hit: id } }: Call, state: 'Cleared' | 'Confirmed') {
  const hit = await findHit(tx, tenantId, id);
  if (!hit) return refused('not_found', { field: 'hit' });
  const object = objectOf(hit);
  if (hit.state === state) return refused('nothing_to_do', { field: 'hit', object });
  return { ok: true as const, hit, object };
}

const check = (state: 'Cleared' | 'Confirmed') => async (call: Call) => {
  const planned = await plan(call, state);
  if (!planned.ok) return planned;
  return {
    ok: true as const,
    rows: [{ hit: String(planned.hit.id), object: planned.object, state }],
    object: planned.object,
  };
};

const effect = (state: 'Cleared' | 'Confirmed', words: string) => async (call: Call) => {
  const planned = await plan(call, state);
  if (!planned.ok) return [];
  const { name, listed_name: listed, state: before } = planned.hit;
  return [becomes(`${openText(call.ctx.secrets, name)} and ${listed}`, before, words)];
};

const run = (state: 'Cleared' | 'Confirmed') => async (call: Call) => {
  await lockHit(call.tx, call.staff.tenantId, call.input.hit);
  const planned = await plan(call, state);
  if (!planned.ok) return planned;
  const { ctx, tx, staff } = call;
  await saveDecision(tx, staff.tenantId, planned.hit.id, { state, by: staff.name, atMs: ctx.clocks.business.now() });
  return {
    ok: true as const,
    rows: [{ hit: String(planned.hit.id), object: planned.object, state }],
    object: planned.object,
  };
};

/** Says that a name is another person's, with a second approval: what waited goes on. */
export const clearHitCommand = deskCommand({
  name: 'clear-hit',
  title: 'Clear a name',
  summary: 'Say that a name like one of the sanctions list is another person’s: what waited goes on',
  permission: 'decide',
  done: () => ({ words: 'It is another person. What waited goes on.' }),
  positional: 'hit',
  input,
  answer,
  check: check('Cleared'),
  effect: effect('Cleared', 'another person: what waited goes on'),
  run: run('Cleared'),
});

/** Says that a name is the one of the list, with a second approval: the money stays. */
export const confirmHitCommand = deskCommand({
  name: 'confirm-hit',
  title: 'Confirm a name',
  summary: 'Say that a name is the one of the sanctions list: its money stays where it is',
  permission: 'decide',
  done: () => ({
    words: 'It is the person of the list. The money stays.',
    next: 'Tell your compliance officer, and no one else.',
  }),
  positional: 'hit',
  input,
  answer,
  check: check('Confirmed'),
  effect: effect('Confirmed', 'the person of the list: the money stays'),
  run: run('Confirmed'),
});
