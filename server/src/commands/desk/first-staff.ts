import { type AppConfig, ConfigError } from '../../config/config.ts';
import { addFirstStaff, staffFullName, staffName } from '../../features/desk/public.ts';
import { realClock } from '../../platform/time/clock.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/secrets/keys.ts';
import { checkMigrated } from '../../platform/database/migrate.ts';
import { checkMode } from '../../platform/instance-identity.ts';
import { openSecrets } from '../../platform/secrets/secret-store.ts';
import { attachDatabase } from '../../postgres/attach-database.ts';
import { type Member, UsageError } from './arguments.ts';

type Given = {
  readonly config: AppConfig;
  readonly readKeys: () => Keys;
  readonly complain: (line: string) => void;
};

/** Adds one of the first two managers of a programme, as the owner of the database. Throws ConfigError, UsageError. */
export async function addFirst(
  { tenant, name: typed, fullName: typedInFull }: Member & { readonly fullName: string },
  { config, readKeys, complain }: Given,
): Promise<Awaited<ReturnType<typeof addFirstStaff>>> {
  const name = staffName.safeParse(typed);
  const fullName = staffFullName.safeParse(typedInFull);
  if (!name.success) throw new UsageError('--name takes 2 to 40 small letters, digits, dots and hyphens.');
  if (!fullName.success) throw new UsageError('--full-name takes 2 to 80 characters.');
  const opened = new AsyncDisposableStack();
  try {
    const source = await attachDatabase(config, complain);
    opened.defer(() => source.stop());
    if (source.ownerUrl === undefined) {
      throw new ConfigError("The first staff need the owner's access to the database: set DATABASE_OWNER_URL.");
    }
    await checkMigrated(source.ownerUrl);
    const database = openDatabase({ connectionString: source.ownerUrl, size: 1 });
    opened.defer(() => database.close());
    await checkMode(database, config.mode);
    const clocks = { business: realClock, security: realClock };
    const secrets = openSecrets(readKeys());
    return await addFirstStaff(
      { database, clocks, secrets, config },
      { tenantId: tenant, name: name.data, fullName: fullName.data },
    );
  } finally {
    await opened.disposeAsync();
  }
}
