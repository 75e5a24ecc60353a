const FORM = /^(\d{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * What the gateway, and the browser, know a payment by. It begins with the tenant, because a notice and the post of a
 * frame name nobody else. It is no secret and opens nothing: a wrong tenant has no payment of that id.
 */
export function referenceOf({ tenantId, id }: { readonly tenantId: number; readonly id: string }): string {
  return `${tenantId}.${id}`;
}

export function readReference(reference: string): { readonly tenantId: number; readonly id: string } | undefined {
  const [, tenantId, id] = FORM.exec(reference) ?? [];
  return tenantId !== undefined && id !== undefined ? { tenantId: Number(tenantId), id } : undefined;
}

/** What the gateway knows an attempt to refund by. A refund that it refused is asked for anew under another one. */
export function refundReferenceOf(refund: {
  readonly tenant_id: number;
  readonly key: string;
  readonly attempt: number;
}): string {
  return `${refund.tenant_id}.${refund.key}.${refund.attempt}`;
}

export function readRefundReference(reference: string) {
  const [, tenantId, key, attempt] = /^(\d{1,9})\.(.{1,100})\.(\d{1,6})$/.exec(reference) ?? [];
  if (tenantId === undefined || key === undefined || attempt === undefined) return undefined;
  return { tenant_id: Number(tenantId), key, attempt: Number(attempt) };
}
