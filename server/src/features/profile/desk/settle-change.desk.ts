import * as z from 'zod';
import {
  becomes,
  deskCommand,
  type DeskCallInTransaction,
  ends,
  pageInput,
  pageOf,
  refused,
  rowNumber,
} from '../../desk/public.ts';
import { findPersonBefore } from './changed-person.store.ts';
import { countLinks, findDisputed, listDisputed, listDisputedOf, saveSettled } from './desk-change.store.ts';

/** Changes by staff that their person has disputed: someone may have pretended to be them. */
export const disputedChangesCommand = deskCommand({
  name: 'disputed-changes',
  title: 'Changes that their person disputes',
  summary: 'Changes by staff that their person says were not theirs: taken back, and no other until settled',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    change: z.string(),
    person: z.string(),
    name: z.string(),
    what: z.string(),
    made: z.string(),
    disputed: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDisputed(tx, staff.tenantId, most));
    const rows = shown.map(({ id, holder_id: holder, name, what, made_at: made, disputed_at: disputed }) => ({
      change: String(id),
      person: `holder:${holder}`,
      name,
      what,
      made,
      disputed,
    }));
    return { ok: true, rows, hasMore };
  },
});

const CHANNELS = ['email', 'mobile'] as const;
const input = z.object({ change: rowNumber });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function find({ tx, staff, input: { change } }: Call) {
  const found = await findDisputed(tx, staff.tenantId, change);
  return found ? { ok: true as const, found } : refused('not_found', { field: 'change' });
}

/** Lets details of a person be changed again, with a second approval, once it is known who they are. */
export const settleChangeCommand = deskCommand({
  name: 'settle-change',
  title: 'Let details be changed again',
  summary: 'Let details of a person be changed again, after it was proved who they are, as disputed-changes shows it',
  permission: 'act',
  done: () => ({ words: 'Details of the person can be changed again.' }),
  positional: 'change',
  input,
  answer: z.object({ change: z.string(), person: z.string() }),
  async check(call: Call) {
    const judged = await find(call);
    return judged.ok ? { ok: true, rows: [], object: `holder:${judged.found.holder_id}` } : judged;
  },
  async effect(call: Call) {
    const judged = await find(call);
    if (!judged.ok) return [];
    const { name, disputed_at: at, holder_id: holderId } = judged.found;
    // All changes that the person disputed are settled together, also one after this was asked for.
    const all = await listDisputedOf(call.tx, call.staff.tenantId, holderId);
    const { tx, ctx, staff } = call;
    const nowMs = ctx.clocks.security.now();
    const links = await countLinks(tx, staff.tenantId, holderId, nowMs - ctx.config.contacts.newMs);
    const person = await findPersonBefore(tx, staff.tenantId, holderId, nowMs);
    const distrusted = CHANNELS.filter((channel) => Date.parse(person?.[`${channel}_changed_at`] ?? '') > nowMs);
    return [
      becomes(`Changes of contact, address and name of ${name}`, `stopped since ${at}`, 'allowed', 'are allowed'),
      ...all.map((one) => becomes(`Change ${one.id} of the ${one.what}`, `taken back ${one.disputed_at}`, 'settled')),
      ...ends('Links to undo a change', links),
      ...distrusted.map((channel) => becomes(`Trust in the ${channel}`, 'none until confirmed', 'as of a new one')),
    ];
  },
  async run(call: Call) {
    const judged = await find(call);
    if (!judged.ok) return judged;
    const { holder_id: holderId } = judged.found;
    await saveSettled(call.tx, call.staff.tenantId, holderId, call.ctx.clocks.security.now());
    const object = `holder:${holderId}`;
    return { ok: true, rows: [{ change: String(call.input.change), person: object }], object };
  },
});
