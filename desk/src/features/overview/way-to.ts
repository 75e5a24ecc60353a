import { hasPage } from '../../known-pages.ts';

/** A page where it exists, else the command that does the same. */
export function wayTo(path: string, command: string): string {
  return hasPage(`/${path.split('/')[1] ?? ''}`) ? path : `/all-commands/${command}`;
}
