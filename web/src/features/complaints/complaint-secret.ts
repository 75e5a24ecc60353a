import { linkSecret } from '../../mailed-link.ts';

/** The token of the opened link. */
export const complaintSecret = linkSecret('complaint');
