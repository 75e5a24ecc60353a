import { atTheDatabase, type Reached } from './at-the-database.ts';
import type { AppConfig } from '../config/config.ts';
import { checkDirectory, DIRECTORIES, DirectoryFileError, loadDirectory } from '../start/load-directories.ts';
import { dayAt } from '../platform/time/clock.ts';

export type DirectoriesOptions = {
  readonly argv: readonly string[];
  readonly config: Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl' | 'bank'>;
  /** Standard output and standard error, line by line. */
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
};

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

const HELP = `npm run directories -- check billers FILE   says everything that is wrong with a file of billers
npm run directories -- load billers FILE    checks it and replaces the billers; running servers use them at once
npm run directories -- check bsbs FILE      the same for the BSB directory
npm run directories -- load bsbs FILE`;

/** `npm run directories`: checks and loads billers and BSBs. Answers the exit code. */
export async function runDirectories({ argv, config, say, complain }: DirectoriesOptions): Promise<number> {
  const [command, what, file, ...more] = argv;
  const name = DIRECTORIES.find((each) => each === what);
  const today = dayAt(Date.now());
  const { encoding } = config.bank;
  try {
    if (name && file !== undefined && more.length === 0) {
      if (command === 'check') {
        say(`nothing is wrong with ${checkDirectory(name, file, today, encoding)} ${name}`);
        return EXIT.done;
      }
      if (command === 'load') {
        const load = ({ database }: Reached) => loadDirectory(database, name, file, today, encoding);
        say(`loaded ${await atTheDatabase(config, complain, load)} ${name}`);
        return EXIT.done;
      }
    }
  } catch (error) {
    if (!(error instanceof DirectoryFileError)) throw error;
    complain(error.message);
    return EXIT.refused;
  }
  (command === undefined ? say : complain)(HELP);
  return command === undefined ? EXIT.done : EXIT.usage;
}
