import { requestResetPassword } from '@wattle/contract/reset/reset.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { readBearer, sessionOf } from '../../http/auth.ts';
import { handlePublic, type RequestInfo } from '../../http/handle.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database/database.ts';
import { acceptedKinds, findWebAccount, foldLoginName } from '../access/public.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import { contactForLink } from '../contact-marks/public.ts';
import { queueRequested } from '../messages/public.ts';
import { beginReset } from './begin-reset.ts';
import { pageOfReset } from './page-of-reset.ts';
import { auditReset, placeOf } from './reset-call.ts';
import { type Subject, subjectOf } from './subject-of.ts';
import { countResets, lockSubject, readPerson } from './reset.store.ts';

const HOUR_MS = 3_600_000;

type Asking = { readonly ctx: AppContext; readonly brand: Brand; readonly request: RequestInfo };

export const requestResetPasswordRoute = handlePublic(
  requestResetPassword,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, request.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    const asking = { ctx, brand, request };
    if (body.accountToken !== undefined) return byAccount(asking, body.accountToken);
    if (body.username === undefined) return err('required_field', 'username');
    await byName(asking, body.username);
    return ok({ NavigateToPage: null, token: null });
  },
  { rate: 'signIn' },
);

/** Sends a link to the owner of a name. The answer and its cost are the same for a name without an owner. */
async function byName(asking: Asking, username: string): Promise<void> {
  const { ctx, brand, request } = asking;
  const place = placeOf(brand);
  const name = foldLoginName(username, brand.settings.DefaultCountry);
  const typed = ctx.secrets.identifierHash(`${brand.id}:reset name`, name).toString('hex');
  await ctx.turns.take(`reset:${typed}`, () =>
    ctx.database.transact(brand.tenantId, async (tx) => {
      const found = await findWebAccount(tx, place, name, acceptedKinds(brand.settings.LoginMethodId));
      const subject = subjectOf(ctx, brand, found?.id ?? null, name);
      const token = await begin(tx, asking, { ...subject, way: 'link', sessionId: null });
      const person = await readPerson(tx, brand.tenantId, subject.webAccountId);
      const contact = person && contactForLink(ctx, brand.tenantId, person);
      const isSent = token !== undefined && person !== undefined && contact !== undefined;
      if (isSent) {
        await queueRequested(tx, ctx, {
          ...contact,
          ...place,
          holderId: person.holder_id,
          template: 'resetLink',
          language: person.language,
          params: { link: pageOfReset(ctx, brand, request, token), firstName: person.first_name },
          expiresAt: ctx.clocks.security.now() + ctx.config.resets.linkMs,
          dedupKey: `reset-link:${request.id}`,
        });
      }
      const outcome = token === undefined ? 'too_many' : person === undefined ? 'nobody' : 'no_contact';
      auditReset(tx, asking, 'password.reset_asked', { ...subject, outcome: isSent ? 'ok' : outcome });
    }),
  );
}

/** Begins a reset for the account of a token, known or not. */
async function byAccount(asking: Asking, accountToken: string) {
  const { ctx, brand } = asking;
  const claims = await readBearer(ctx, `Bearer ${accountToken}`);
  if (claims?.scope !== 'accountnumber' || claims.brandId !== brand.id) return err('token_invalid');
  return ctx.turns.take(`session:${claims.sessionId}`, () =>
    ctx.database.transact(brand.tenantId, async (tx) => {
      const session = await sessionOf(ctx, tx, claims);
      if (!session) return err('token_invalid');
      const { webAccountId, subjectHash } = session;
      const subject = subjectOf(ctx, brand, webAccountId, subjectHash?.toString('hex') ?? '');
      const token = await begin(tx, asking, { ...subject, way: 'account', sessionId: session.id });
      // Known and unknown accounts are counted in the same way, so the count reveals nothing.
      if (token === undefined) throw new Busy('resets of one account', HOUR_MS / 1000);
      auditReset(tx, asking, 'password.reset_asked', { webAccountId, outcome: 'ok' });
      return ok({ NavigateToPage: 'reset' as const, token });
    }),
  );
}

type Beginning = Subject & { readonly way: 'link' | 'account'; readonly sessionId: string | null };

/** Counts a request and stores a reset with its token; undefined if it is one too many. */
async function begin(
  tx: Tx,
  { ctx, brand }: Asking,
  { way, subjectHash, webAccountId, sessionId }: Beginning,
): Promise<string | undefined> {
  const now = ctx.clocks.security.now();
  await lockSubject(tx, subjectHash);
  const made = await countResets(tx, brand.tenantId, { subjectHash, way, sinceMs: now - HOUR_MS });
  if (made >= ctx.config.resets.requestsAnHour) return undefined;
  return beginReset(tx, { ctx, brand }, { way, subjectHash, webAccountId, sessionId });
}
