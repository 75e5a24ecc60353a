import {
  answerFollowedComplaint,
  endFollowedComplaint,
  followComplaint,
  sendComplaint,
} from '@wattle/contract/complaints/complaint.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { handlePublic, type RequestInfo, type Route } from '../../http/handle.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { readMobile } from '../../platform/text/mobile-number.domain.ts';
import { countryOf, findBrand } from '../brands/public.ts';
import { pageOf } from '../reset/public.ts';
import { type Acting, actOnComplaint, addWords } from './act-on-complaint.ts';
import { type ComplaintRow, findComplaint, lockFollowed, saveConfirmed } from './complaint.store.ts';
import { viewOf } from './complaint.view.ts';
import { hashOfToken } from './notify-complaint.ts';
import { registerComplaint } from './open-complaint.ts';

type Following = {
  readonly body: { readonly Token: string };
  readonly ctx: AppContext;
  readonly request: RequestInfo;
};

/** The complaint of a link, locked in a transaction of its programme. A refusal is kept, since it changes nothing. */
async function follow<Value, E extends ErrorName>(
  { body, ctx, request }: Following,
  then: (acting: Acting, row: ComplaintRow) => Promise<Result<Value, E>>,
): Promise<Result<Value, E | 'token_invalid'>> {
  const brand = await findBrand(ctx, request.brand, request.host);
  if (!brand) return err('token_invalid');
  const { tenantId, id: brandId } = brand;
  return ctx.database.transact(tenantId, async (tx) => {
    const row = await lockFollowed(tx, { tenantId, brandId }, hashOfToken(ctx, brandId, body.Token));
    if (!row) return err('token_invalid');
    const keep = (write: (after: Tx) => unknown) => void write(tx);
    return then({ tx, ctx, keep, actor: 'visitor', requestId: request.id }, row);
  });
}

/** Calls by which a person without an account complains and follows it. */
export const followRoutes: readonly Route[] = [
  handlePublic(
    sendComplaint,
    async ({ body, ctx, request }) => {
      const brand = await findBrand(ctx, body.brand ?? request.brand, request.host);
      if (!brand) return err('not_found');
      const number = body.Mobile === undefined ? undefined : readMobile(body.Mobile, countryOf(brand));
      if (body.Way === 'sms' && number?.kind === 'landline') return err('landline_given', 'Mobile');
      const contact = body.Way === 'email' ? body.Email : number?.kind === 'mobile' ? number.number : undefined;
      if (contact === undefined) return err('required_field', body.Way === 'email' ? 'Email' : 'Mobile');
      const given = {
        tenantId: brand.tenantId,
        brandId: brand.id,
        holderId: null,
        name: body.Name,
        contact,
        way: body.Way,
        language: body.Language,
        confirmedAt: null,
        page: pageOf(ctx, brand, request, '/complaint/status'),
        subject: body.Subject,
        words: body.Words,
        wish: body.Wish,
        about: null,
        takenBy: null,
      };
      const row = await ctx.database.transact(brand.tenantId, (tx) =>
        registerComplaint(tx, ctx, given, { actor: 'visitor', requestId: request.id }),
      );
      return ok({
        Reference: row.reference,
        AcknowledgeBy: toInstant(row.acknowledge_by),
        AnswerBy: row.answer_by,
      });
    },
    { rate: 'complaint' },
  ),

  handlePublic(
    followComplaint,
    (input) =>
      follow(input, async ({ tx, ctx }, row) => {
        await saveConfirmed(tx, row, ctx.clocks.business.now());
        const now = await findComplaint(tx, row.tenant_id, row.reference);
        return ok(await viewOf(tx, now ?? row));
      }),
    { rate: 'complaint' },
  ),

  handlePublic(
    answerFollowedComplaint,
    (input) =>
      follow(input, (acting, row) =>
        actOnComplaint(acting, row, 'write', () => addWords(acting, row, input.body.Text)),
      ),
    { rate: 'complaint' },
  ),

  handlePublic(
    endFollowedComplaint,
    (input) =>
      follow(input, (acting, row) =>
        actOnComplaint(acting, row, input.body.How === 'settled' ? 'settle' : 'withdraw', async () => ok(undefined)),
      ),
    { rate: 'complaint' },
  ),
];
