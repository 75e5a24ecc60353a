import { DESK_PAGES } from '../../pages.ts';

/** A page where it exists, else the command that does the same. */
export function wayTo(path: string, command: string): string {
  const head = `/${path.split('/')[1] ?? ''}`;
  const isThere = DESK_PAGES.some((page) => page.path === head || page.path.startsWith(`${head}/`));
  return isThere ? path : `/all-commands/${command}`;
}
