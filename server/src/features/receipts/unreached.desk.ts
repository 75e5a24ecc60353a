import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { endMark } from '../contact-marks/public.ts';
import { deskCommand, pageInput, pageOf, personInput, refused } from '../desk/public.ts';
import { openOrEndCase } from '../messages/public.ts';
import { listUnreached } from './list-unreached.ts';
import { findPersonOfContact } from './unreached.store.ts';

const why = z.enum(['', 'failing', 'optedOut', 'complained']);

/** Lists people whom no message reaches: they get no code and have to be called or written to. */
export const unreachedPeopleCommand = deskCommand({
  name: 'unreached-people',
  title: 'People no message reaches',
  summary: 'People whom neither text messages nor emails reach, those who wait longest first, and why',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({ person: z.string(), name: z.string(), mobile: why, email: why, since: z.string() }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listUnreached(tx, ctx, tenantId, most));
    const rows = shown.map(({ person, contacts }) => {
      const whyOf = (channel: 'email' | 'sms') => contacts.find((one) => one.channel === channel)?.why ?? '';
      const since = toInstant(person.since);
      const named = { person: `holder:${person.holder_id}`, name: person.name };
      return { ...named, mobile: whyOf('sms'), email: whyOf('email'), since };
    });
    return { ok: true, rows, hasMore };
  },
});

/** Ends what is noted of a contact: its person says that it works, or the provider holds it back no more. */
export const contactWorksCommand = deskCommand({
  name: 'contact-works',
  title: 'Try a contact again',
  summary: 'Try a contact of a person again that messages did not reach: holder:ID, --channel email or mobile',
  permission: 'act',
  done: (_row, input) => ({
    words: input.channel === 'email' ? 'Emails go to the person again.' : 'Texts go to the person again.',
  }),
  positional: 'person',
  input: z.object({ person: personInput, channel: z.enum(['email', 'mobile']) }),
  answer: z.object({ person: z.string(), channel: z.string() }),
  async run({ ctx, tx, staff: { tenantId }, input: { person, channel } }) {
    const object = `holder:${person}`;
    const found = await findPersonOfContact(tx, tenantId, person);
    if (!found) return refused('not_found', { field: 'person' });
    const contact = { tenantId, holderId: found.id, channel: channel === 'mobile' ? 'sms' : channel } as const;
    const isEnded = await endMark(tx, contact, ctx.clocks.security.now());
    if (!isEnded) return refused('nothing_to_do', { field: 'channel', object });
    await openOrEndCase(tx, ctx, tenantId, found.id);
    return { ok: true as const, rows: [{ person: object, channel }], object };
  },
});
