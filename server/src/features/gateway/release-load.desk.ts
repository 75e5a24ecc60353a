import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { becomes, type DeskCallInTransaction, deskCommand, refused } from '../desk/public.ts';
import { findKept, releaseLoaded } from './card-money.store.ts';

const input = z.object({
  charge: z
    .string()
    .overwrite(lineText)
    .regex(/^[\w.:-]{1,255}$/)
    .describe('a charge, as gateway-cases shows it'),
});
type Given = DeskCallInTransaction<z.output<typeof input>>;

const kept = ({ ctx, tx, staff: { tenantId }, input: { charge } }: Given) =>
  findKept(tx, tenantId, charge, ctx.clocks.business.now());

/** Lets what a charge has loaded leave the programme again, which a warning of fraud keeps, with a second approval. */
export const releaseLoadCommand = deskCommand({
  name: 'release-load',
  title: 'Release money kept for a fraud warning',
  summary: 'Let what a charge has loaded leave the programme again, which a fraud warning keeps for 30 days',
  permission: 'act',
  done: () => ({ words: 'The money of the load can leave the programme again.' }),
  positional: 'charge',
  input,
  answer: z.object({ charge: z.string(), keptUntil: z.string() }),
  async check(call: Given) {
    const found = await kept(call);
    if (!found) return refused('not_found', { field: 'charge' });
    const object = `charge:${call.input.charge}`;
    return found.kept_until === null
      ? refused('nothing_to_do', { field: 'charge', object })
      : { ok: true, rows: [], object };
  },
  async effect(call: Given) {
    const { kept_until: until = null } = (await kept(call)) ?? {};
    if (until === null) return [];
    return [
      becomes(`What ${call.input.charge} has loaded`, `stays until ${toInstant(until)}`, 'may leave the programme'),
    ];
  },
  async run(call: Given) {
    const {
      ctx,
      tx,
      staff,
      input: { charge },
    } = call;
    const found = await kept(call);
    const object = `charge:${charge}`;
    if (!found) return refused('not_found', { field: 'charge' });
    if (found.kept_until === null) return refused('nothing_to_do', { field: 'charge', object });
    await releaseLoaded(tx, staff.tenantId, charge, ctx.config.gateway.keptInMs);
    return { ok: true, object, rows: [{ charge, keptUntil: '' }] };
  },
});
