import type { AppContext } from '../../compose/context.ts';
import { deleteOldFiles } from '../../platform/folder.ts';

const KEPT_MS = 30 * 86_400_000;
/** Files of ours for the card maker and the printer. Others in the folder are no one's to delete. */
const OURS = /^(?:card|letter|statement)-[\w.-]+\.(?:json|pdf)$/;

/**
 * Deletes files for the card maker and the printer that were written to a folder of this machine more than 30 days ago.
 * They hold names and addresses, and who they are for has fetched them by then. What was sent elsewhere is with its
 * partner.
 */
export async function expireFiles({
  config,
  clocks,
  log,
}: Pick<AppContext, 'config' | 'clocks' | 'log'>): Promise<number> {
  let gone = 0;
  for (const exchange of [config.outside.files.cardMaker, config.outside.files.print]) {
    if (exchange.kind === 'folder')
      gone += await deleteOldFiles(exchange.folder, OURS, clocks.security.now() - KEPT_MS);
  }
  if (gone > 0) log.info({ files: gone }, 'old files for partners were deleted');
  return gone;
}
