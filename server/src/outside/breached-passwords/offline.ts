import type { BreachedPasswords } from './port.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 passwords, most common first. Read on first use: 2.5 MB. */
function readList(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return list;
}

/** Looks passwords up in the packaged list, ignoring case and characters around the word. */
export function openOfflineList(): BreachedPasswords {
  return {
    async isKnown(password) {
      const known = await readList();
      return { kind: 'done', value: variantsOf(password).some((each) => known.has(each)) };
    },
  };
}

/**
 * Forms of a password to look up: itself, its letters without surrounding digits and signs (`Password-2026!` is
 * `password`), and its repeated part.
 */
function variantsOf(password: string): string[] {
  const folded = password.normalize('NFKC').toLowerCase();
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const repeated = [folded, core].flatMap((each) => /^(.{3,}?)\1+$/u.exec(each)?.[1] ?? []);
  return [folded, ...[core, ...repeated].filter((each) => each.length > 2)];
}
