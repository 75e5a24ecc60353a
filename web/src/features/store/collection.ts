import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getCollection } from '@wattle/contract/store/get-collection.ts';

/** What a mailed link leads to. */
export type Collection = ResponseOf<typeof getCollection>;
