import type { AppConfig } from '../config/config.ts';
import { checkAppRole } from '../platform/database/app-role.ts';
import { startBusinessClock } from '../platform/time/business-clock.ts';
import { type Clocks, realClock } from '../platform/time/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { checkMigrated } from '../platform/database/migrate.ts';
import { checkMode } from '../platform/instance-identity.ts';
import { attachDatabase } from '../postgres/attach-database.ts';

export type Reached = { readonly database: Database; readonly clocks: Clocks };

/**
 * For commands beside the server: the database of the settings, as the role of the application. Throws ConfigError if it
 * is of another mode: what one mode takes, as the demo's brands, is refused in the other.
 */
export async function atTheDatabase<T>(
  config: Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>,
  complain: (line: string) => void,
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  const opened = new AsyncDisposableStack();
  try {
    const source = await attachDatabase(config, complain);
    opened.defer(() => source.stop());
    await checkMigrated(source.appUrl);
    // With the owner's URL the policies of tenants would not hold.
    await checkAppRole(source.appUrl);
    const database = openDatabase({ connectionString: source.appUrl, size: 2 });
    opened.defer(() => database.close());
    await checkMode(database, config.mode);
    const business = await startBusinessClock(database, () => {});
    opened.defer(() => business.stop());
    return await work({ database, clocks: { business, security: realClock } });
  } finally {
    await opened.disposeAsync();
  }
}
