import { readdirSync } from 'node:fs';
import { rulesOf } from '../../config/mode.ts';
import type { AppConfig } from '../../config/config.ts';
import { cardMakerFolder } from '../../config/file-exchange-settings.ts';
import type { Log } from '../../platform/log.ts';

type Config = Pick<AppConfig, 'mode' | 'dataFolder' | 'outside'>;

/** Whether orders of plastic may be sent. Production writes none to its own disk, where card numbers would stay. */
export const takesOrders = ({ mode, outside }: Config): boolean =>
  rulesOf(mode).hasSandboxSystems || outside.files.cardMaker.kind !== 'folder';

/**
 * Says at the start of a production server that orders of plastic wait for the address of a card maker, and that files
 * with full card numbers lie in the data folder, where earlier versions have left them.
 */
export function reportOrders(config: Config, log: Log): void {
  if (rulesOf(config.mode).hasSandboxSystems) return;
  if (!takesOrders(config))
    log.warn({ setting: 'WATTLE_CARD_MAKER_URL' }, 'orders of plastic wait: the card maker has no address');
  const folder = cardMakerFolder(config.dataFolder);
  const files = filesIn(folder);
  if (files > 0)
    log.error(
      { folder, files },
      'files with full card numbers lie on this disk: give them to the card maker, then delete them',
    );
}

function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
