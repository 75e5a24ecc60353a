import type { Policy } from '../policy.ts';
import { openFolderExchange } from './folder.ts';
import type { FileExchange, FileExchangeSettings } from './port.ts';
import { openSftpExchange } from './sftp.ts';

/** Opens the configured exchange. */
export function openExchange(settings: FileExchangeSettings, policy: Policy): FileExchange {
  return settings.kind === 'folder' ? openFolderExchange(settings.folder) : openSftpExchange(settings, policy);
}
