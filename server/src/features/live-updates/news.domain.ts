/**
 * Messages between servers. Ids only, never a name or an amount: every client of the database can listen, for any
 * tenant.
 */
export type News =
  | { readonly kind: 'changed'; readonly tenantId: number; readonly accountId: string }
  | { readonly kind: 'noted'; readonly tenantId: number; readonly webAccountId: string }
  | { readonly kind: 'ended'; readonly tenantId: number; readonly sessionId: string };

/** `changed 1 57`, `noted 1 12` or `ended 1 <session id>`. */
export function writeNews(news: News): string {
  return `${news.kind} ${news.tenantId} ${idOf(news)}`;
}

function idOf(news: News): string {
  switch (news.kind) {
    case 'changed':
      return news.accountId;
    case 'noted':
      return news.webAccountId;
    case 'ended':
      return news.sessionId;
  }
}

/** Undefined for a message of another release. */
export function readNews(word: string): News | undefined {
  const [, kind, tenant, id = ''] = /^(changed|noted|ended) (\d{1,9}) ([\w-]{1,40})$/.exec(word) ?? [];
  const tenantId = Number(tenant);
  switch (kind) {
    case 'changed':
      return { kind, tenantId, accountId: id };
    case 'noted':
      return { kind, tenantId, webAccountId: id };
    case 'ended':
      return { kind, tenantId, sessionId: id };
    default:
      return undefined;
  }
}
