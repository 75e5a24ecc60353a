import { askTicket } from '@wattle/contract/downloads/document.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { ErrorOf } from '@wattle/contract/operation.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { DocumentRoute } from '../../http/document.ts';
import { handle, type Route, type SessionInput } from '../../http/handle.ts';
import { Busy } from '../../platform/busy.ts';
import { beginCookieOf, drawToken, hashCookie, hashToken, keepCookie } from './ticket.ts';
import { addTicket, countTickets } from './ticket.store.ts';

/** The call that gives tickets for these documents, and the documents. */
export function downloadRoutes(documents: readonly DocumentRoute[]): readonly Route[] {
  return [askTicketRoute(new Map(documents.map(({ document }) => [document.operation.name, document]))), ...documents];
}

function askTicketRoute(documents: ReadonlyMap<string, DocumentRoute['document']>): Route {
  return handle(askTicket, async ({ body, session, tx, ctx, cookies }) => {
    const document = documents.get(body.kind);
    if (!document) return err('required_field', 'kind');
    if (!document.operation.who.includes(session.scope)) return err('scope_refused');
    const parsed = document.operation.parameters.safeParse(body.parameters);
    if (!parsed.success) return err('required_field', parsed.error.issues[0]?.path.join('.') || undefined);
    const { language } = body;
    const parameters = parsed.data as never;
    const found = (await document.find({ parameters, language, session, ctx, tx })) as Result<
      unknown,
      ErrorOf<typeof askTicket>
    >;
    if (!found.ok) return found;

    return ok(await giveTicket({ session, tx, ctx, cookies }, { kind: body.kind, parameters, language }));
  });
}

type Asking = Pick<SessionInput<typeof askTicket>, 'session' | 'tx' | 'ctx' | 'cookies'>;
type Asked = {
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly language: Language;
};

/** A ticket for a document that its caller may have. */
export async function giveTicket(
  { session, tx, ctx, cookies }: Asking,
  { kind, parameters, language }: Asked,
): Promise<{ readonly Token: string; readonly BeginCookie: string }> {
  const { ticketMs, ticketsOfSession } = ctx.config.downloads;
  const now = ctx.clocks.security.now();
  const { tenantId, id: sessionId } = session;
  if ((await countTickets(tx, tenantId, sessionId, now)) >= ticketsOfSession)
    throw new Busy('a session has many tickets');
  const token = drawToken(tenantId);
  const tokenHash = hashToken(ctx, token);
  const cookieHash = hashCookie(ctx, keepCookie(cookies, ticketMs));
  const endsAt = now + ticketMs;
  await addTicket(tx, tenantId, { tokenHash, sessionId, cookieHash, kind, parameters, language, endsAt });
  return { Token: token, BeginCookie: cookies.nameOf(beginCookieOf(tokenHash)) };
}
