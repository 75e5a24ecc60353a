/**
 * Loaders of every text file of the cardholder's pages, by path. A list of its own, because the first route needs four of
 * them alone. Those of the desk are loaded by its own build.
 */
export const TEXT_FILES = import.meta.glob<Readonly<Record<string, string>>>(
  ['../../../texts/*/*.json', '!../../../texts/*/desk*.json'],
  { import: 'default' },
);
