import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import { makeViewTicket } from '../access/public.ts';
import { type Brand, findBrandById } from '../brands/public.ts';
import { deskCommand, type DeskCallInTransaction, personInput, refused } from '../desk/public.ts';
import { addNote } from './note.store.ts';
import { NO_PERSON, objectOf } from './person.desk.ts';
import { findPerson, listSignInsOf } from './person.store.ts';

const input = z.object({
  person: personInput,
  /** Why it is needed, in a line. */
  because: z.string().overwrite(lineText).min(5).max(400).describe('why you need it, in 5 to 400 characters'),
});

/**
 * Gives the ticket of a view: the account as its cardholder sees it, where nothing can be changed or revealed. Who asked
 * and why is recorded, in the person’s timeline too, and the view is among their sign-ins.
 */
export const viewAsCommand = deskCommand({
  name: 'view-as',
  title: 'View as the cardholder',
  summary:
    'View an account as its cardholder, where nothing can be changed; who and why is recorded: holder:ID --because "…"',
  permission: 'view',
  done: () => ({
    words: 'The view is ready.',
    next: 'Its link works once, within a minute. Nothing can be changed in it.',
  }),
  positional: 'person',
  input,
  answer: z.object({ person: z.string(), page: z.string(), ticket: z.string(), endsAt: z.string() }),
  async run({ tx, ctx, staff, sessionId, input: given }: DeskCallInTransaction<z.output<typeof input>>) {
    const { tenantId } = staff;
    const person = await findPerson(tx, tenantId, given.person);
    if (!person) return NO_PERSON;
    const object = objectOf(person);
    const [signIn] = await listSignInsOf(tx, tenantId, person.id);
    const brand = await findBrandById(ctx, person.brand_id);
    if (person.is_erased || !signIn || !brand) return refused('nothing_to_do', { field: 'person', object });
    const note = await addNote(tx, {
      tenantId,
      holderId: person.id,
      staffId: staff.id,
      detail: 'view',
      text: given.because,
      nowMs: ctx.clocks.security.now(),
    });
    const { id, ticket, endsAtMs } = await makeViewTicket(tx, ctx, {
      tenantId,
      brandId: brand.id,
      holderId: person.id,
      webAccountId: signIn.id,
      staffId: staff.id,
      staffSessionId: sessionId,
    });
    const row = { person: object, page: pageOf(ctx, brand), ticket, endsAt: new Date(endsAtMs).toISOString() };
    return { ok: true, rows: [row], object, details: { note: String(note), view: id } };
  },
});

/** The page that takes the ticket, at the cardholder's host: by the brand and never by a request. */
function pageOf({ config }: Pick<AppContext, 'config'>, brand: Brand): string {
  const page = `/${brand.identifier}/viewAs`;
  const { trustsHost } = rulesOf(config.mode);
  // In the sandbox the desk and the cardholder have the same host.
  if (trustsHost && config.desk.host === undefined) return page;
  const { origin } = new URL(trustsHost ? `http://localhost:${config.port}` : brand.settings.BrandUrl);
  return origin + page;
}
