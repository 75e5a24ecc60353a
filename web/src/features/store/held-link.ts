import { linkSecret } from '../../mailed-link.ts';

/** The token of the mailed link that is opened. */
export const collectLink = linkSecret('store');
