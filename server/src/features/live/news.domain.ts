/**
 * Messages between servers. Ids only, never a name or an amount: whoever may connect to the
 * database can listen, whatever their tenant.
 */
export type News =
  | { readonly kind: 'changed'; readonly tenantId: number; readonly accountId: string }
  | { readonly kind: 'ended'; readonly tenantId: number; readonly sessionId: string };

/** `changed 1 57` or `ended 1 <session id>`. */
export function writeNews(news: News): string {
  return `${news.kind} ${news.tenantId} ${news.kind === 'changed' ? news.accountId : news.sessionId}`;
}

/** Undefined for a message of another release. */
export function readNews(word: string): News | undefined {
  const [, kind, tenant, id = ''] = /^(changed|ended) (\d{1,9}) ([\w-]{1,40})$/.exec(word) ?? [];
  const tenantId = Number(tenant);
  if (kind === 'changed') return { kind, tenantId, accountId: id };
  return kind === 'ended' ? { kind, tenantId, sessionId: id } : undefined;
}
