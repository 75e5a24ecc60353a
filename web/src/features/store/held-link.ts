import { linkSecret } from '../../mailed-link.ts';

/** The token of the opened mailed link. */
export const collectLink = linkSecret('store');
