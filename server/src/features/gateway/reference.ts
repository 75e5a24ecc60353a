import { holdsCardNumber } from '@wattle/contract/rules/card-numbers.ts';
import { randomUUID } from 'node:crypto';

const FORM = /^(\d{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Reference of a payment for the gateway and the browser. It starts with the tenant, which notices and posts of a frame
 * contain nowhere else. It is not a secret and grants nothing: another tenant has no payment with that id.
 */
export function referenceOf({ tenantId, id }: { readonly tenantId: number; readonly id: string }): string {
  return `${tenantId}.${id}`;
}

/**
 * Id of a new payment whose reference no one takes for a card number: digits of 3 in 1,000 random ids pass its check,
 * and a statement that came before its charge would keep such a reference masked.
 */
export function newPaymentId(tenantId: number, draw: () => string = randomUUID): string {
  for (;;) {
    const id = draw();
    if (!holdsCardNumber(referenceOf({ tenantId, id }))) return id;
  }
}

export function readReference(reference: string): { readonly tenantId: number; readonly id: string } | undefined {
  const [, tenantId, id] = FORM.exec(reference) ?? [];
  return tenantId !== undefined && id !== undefined ? { tenantId: Number(tenantId), id } : undefined;
}

/** Reference of an attempt to refund. A declined refund is retried under a new reference. */
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
