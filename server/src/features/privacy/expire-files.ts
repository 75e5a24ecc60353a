import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../compose/context.ts';

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
    if (exchange.kind === 'folder') gone += await expireIn(exchange.folder, clocks.security.now() - KEPT_MS);
  }
  if (gone > 0) log.info({ files: gone }, 'old files for partners were deleted');
  return gone;
}

async function expireIn(folder: string, beforeMs: number): Promise<number> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch {
    // Made with the first file.
    return 0;
  }
  let gone = 0;
  for (const name of names.filter((one) => OURS.test(one))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.mtimeMs >= beforeMs) continue;
    await rm(file, { force: true });
    gone += 1;
  }
  return gone;
}
