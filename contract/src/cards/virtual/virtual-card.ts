import * as z from 'zod/mini';

/** `SingleUse` closes with its first purchase; `MerchantLocked` goes on at the merchant of its first purchase alone. */
export const VIRTUAL_CARD_KINDS = ['SingleUse', 'MerchantLocked'] as const;
export const virtualCardKind = z.enum(VIRTUAL_CARD_KINDS, 'required');
export type VirtualCardKind = z.output<typeof virtualCardKind>;
