import type { AppConfig } from '../../config/config.ts';
import { checkAppRole, checkAppRoleBefore } from '../../platform/database/app-role.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../../platform/database/database-facts.ts';
import { compareMigrations } from '../../platform/database/migrate.ts';
import { refuseHalfRestored } from '../../platform/backup/restore.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { endOf } from './check-certificates.ts';
import { ofClock } from './check-machine.ts';
import { failed, faultLines, type Finding, look, passed } from './finding.ts';

/** The oldest PostgreSQL, as it counts. */
const OLDEST = 150_000;
const about = 'Database';

type Urls = { readonly appUrl: string; readonly ownerUrl: string | undefined };
type Checked = {
  readonly findings: readonly Finding[];
  /** Whether brands and programmes can be read. */
  readonly isReady: boolean;
};

/** Roles, version, schema and clock of the database, in the order in which a start needs them. It changes nothing. */
export async function checkDatabase(
  { appUrl, ownerUrl }: Urls,
  { cluster, databaseUrl }: Pick<AppConfig, 'cluster' | 'databaseUrl'>,
  clock: Clock,
  limitMs: number,
): Promise<Checked> {
  const [app, owner, standby] = await Promise.all([
    factsOf(appUrl, clock, limitMs),
    ownerUrl === undefined ? undefined : factsOf(ownerUrl, clock, limitMs),
    cluster.replicaUrl === undefined ? undefined : factsOf(cluster.replicaUrl, clock, limitMs),
  ]);
  const findings = [
    ...(owner && databaseUrl !== undefined ? ofOwner(owner, app) : []),
    ...(standby ? ofStandby(standby) : []),
  ];
  if ('fault' in app) {
    // The login of the server is made with the schema.
    const isMadeLater = app.code === '28P01' && owner && !('fault' in owner);
    const words = isMadeLater
      ? `the role of DATABASE_URL is not let in. The first start makes it; after that, check its password`
      : `DATABASE_URL: ${app.fault}`;
    return { findings: [...findings, (isMadeLater ? look : failed)(about, words)], isReady: false };
  }
  findings.push(...ofServer(app, clock));
  const schema = await ofSchema(appUrl, owner !== undefined && !('fault' in owner));
  findings.push(...schema.findings);
  findings.push(...(await ofRole(appUrl, schema.isReady)));
  return { findings, isReady: schema.isReady };
}

type Facts = DatabaseFacts | { readonly fault: string; readonly code: string };

async function factsOf(url: string, clock: Clock, limitMs: number): Promise<Facts> {
  try {
    return await readDatabaseFacts(url, clock, limitMs);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return { fault: faultLines(error).join(' '), code: typeof code === 'string' ? code : '' };
  }
}

function ofServer({ version, aheadMs, certificateEndsMs }: DatabaseFacts, clock: Clock): Finding[] {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  return [
    version < OLDEST ? failed(about, `${name} is too old: 15 or later is needed`) : passed(about, name),
    ofClock('the database', aheadMs),
    ...(certificateEndsMs === undefined ? [] : [endOf('Certificate of the database', certificateEndsMs, clock)]),
  ];
}

function ofOwner(owner: Facts, app: Facts): Finding[] {
  if ('fault' in owner) return [failed(about, `DATABASE_OWNER_URL: ${owner.fault}`)];
  if (!('fault' in app) && owner.place !== app.place)
    return [failed(about, 'DATABASE_OWNER_URL and DATABASE_URL name two databases. Name one')];
  if (owner.isSuperuser)
    return [look(about, 'the role of DATABASE_OWNER_URL is a superuser. Give it one that owns this database alone')];
  if (!owner.ownsDatabase) {
    return [failed(about, 'the role of DATABASE_OWNER_URL does not own the database: ALTER DATABASE … OWNER TO …')];
  }
  return [passed(about, 'the role of DATABASE_OWNER_URL owns it')];
}

function ofStandby(standby: Facts): Finding[] {
  if ('fault' in standby) return [failed(about, `DATABASE_REPLICA_URL: ${standby.fault}`)];
  return standby.isStandby
    ? [passed(about, 'DATABASE_REPLICA_URL names a standby')]
    : [look(about, 'DATABASE_REPLICA_URL names a primary. Name a standby')];
}

async function ofSchema(appUrl: string, hasOwner: boolean): Promise<Checked> {
  try {
    await refuseHalfRestored(appUrl);
    const { missing, newest } = await compareMigrations(appUrl);
    if (missing.length === 0) return { findings: [passed(about, `its schema is ${newest}`)], isReady: true };
    if (!hasOwner) {
      const words = `it lacks ${missing.length} migrations. Set DATABASE_OWNER_URL, so that the next start runs them`;
      return { findings: [failed(about, words)], isReady: false };
    }
    const words =
      newest === undefined
        ? passed(about, 'it has no schema yet. The first start makes it')
        : look(about, `the next start runs ${missing.join(', ')}. Make a backup before it: docs/upgrades.md`);
    return { findings: [words], isReady: false };
  } catch (error) {
    return { findings: faultLines(error).map((line) => failed(about, line)), isReady: false };
  }
}

async function ofRole(appUrl: string, isReady: boolean): Promise<readonly Finding[]> {
  try {
    await (isReady ? checkAppRole : checkAppRoleBefore)(appUrl);
    return [passed(about, 'the role of DATABASE_URL may do what the server does, and no more')];
  } catch (error) {
    return faultLines(error).map((line) => failed(about, line));
  }
}
