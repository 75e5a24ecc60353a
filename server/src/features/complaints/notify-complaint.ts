import { randomBytes } from 'node:crypto';
import { dayInWords } from '@wattle/contract/rules/dates.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { notifyHolder, queueNotice } from '../messages/public.ts';
import { addLink, type ComplaintRow } from './complaint.store.ts';

/** Steps of a complaint that its person hears of. */
export type ComplaintNews = 'acknowledged' | 'told' | 'delayed' | 'answered' | 'closed' | 'reopened' | 'referred';

type Mailing = Pick<AppContext, 'clocks' | 'secrets'>;

/** Hash of the secret part of a link, which is all that is stored of it. */
export function hashOfToken({ secrets }: Pick<AppContext, 'secrets'>, brandId: number, token: string): Buffer {
  return secrets.identifierHash(`${brandId}:complaint link`, token);
}

/** Address of the page where the complaint is: of a person without a sign-in by a new secret. */
async function linkOf(tx: Tx, ctx: Mailing, row: ComplaintRow): Promise<string> {
  if (row.holder_id !== null) return row.page;
  const token = randomBytes(32).toString('base64url');
  await addLink(tx, row, hashOfToken(ctx, row.brand_id, token), ctx.clocks.security.now());
  return `${row.page}/${token}`;
}

const inWords = ({ clocks }: Mailing, day: string, language: ComplaintRow['language']) =>
  dayInWords(day, new Date(clocks.business.now()).toISOString(), language, PROGRAMME_ZONE);

/**
 * Acknowledges that a complaint has arrived. To the contact of a person without a sign-in it is the only message until
 * they have opened its link.
 */
export async function notifyReceived(tx: Tx, ctx: AppContext, row: ComplaintRow): Promise<void> {
  const params = (language: ComplaintRow['language']) => ({
    reference: row.reference,
    change: row.holder_id === null ? 'visitor' : 'person',
    date: inWords(ctx, row.answer_by, language),
  });
  await tell(tx, ctx, row, { template: 'complaintReceived', cause: 'received', params, isFirst: true });
}

/**
 * Notifies the person of a step, in the way that they have chosen. The words of staff are only on the page, behind the
 * sign-in or the link. `cause` makes the step one message.
 */
export async function notifyNews(
  tx: Tx,
  ctx: AppContext,
  row: ComplaintRow,
  news: { readonly change: ComplaintNews; readonly cause: string; readonly answerBy?: string },
): Promise<void> {
  const params = (language: ComplaintRow['language']) => ({
    reference: row.reference,
    change: news.change,
    date: inWords(ctx, news.answerBy ?? row.answer_by, language),
  });
  await tell(tx, ctx, row, { template: 'complaintNews', cause: news.cause, params, isFirst: false });
}

type Told = {
  readonly template: 'complaintReceived' | 'complaintNews';
  readonly cause: string;
  readonly params: (language: ComplaintRow['language']) => Readonly<Record<string, string>>;
  readonly isFirst: boolean;
};

async function tell(tx: Tx, ctx: AppContext, row: ComplaintRow, { template, cause, params, isFirst }: Told) {
  const { tenant_id: tenantId, brand_id: brandId, holder_id: holderId, way, language } = row;
  if (way === 'phone') return;
  const dedupKey = `complaint:${row.id}:${cause}`;
  if (holderId !== null) {
    const link = await linkOf(tx, ctx, row);
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId,
      holderId,
      template,
      dedupKey,
      params: (read) => ({ ...params(read), link }),
      everyContact: false,
      ...(way !== 'portal' && { by: way }),
    });
    return;
  }
  if (way === 'portal' || row.contact === '' || !(isFirst || row.confirmed_at !== null)) return;
  const link = await linkOf(tx, ctx, row);
  await queueNotice(tx, ctx, {
    tenantId,
    brandId,
    holderId: null,
    channel: way,
    to: row.contact,
    template,
    language,
    params: { ...params(language), link },
    dedupKey,
  });
}
