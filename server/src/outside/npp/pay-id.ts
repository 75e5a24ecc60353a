import type { PayIdKind } from '@wattle/contract/rules/pay-id.ts';

/** A PayID in the form of the network. */
export type PayId = { readonly kind: PayIdKind; readonly value: string };
