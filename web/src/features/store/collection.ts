import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getCollection } from '@wattle/contract/store/collection.ts';

/** Collection behind the mailed link. */
export type Collection = ResponseOf<typeof getCollection>;
