/**
 * Loaders of every text file of the cardholder's pages, by path. They are in a separate list, because the first route
 * needs only four of them. The desk's own build loads those of the desk.
 */
export const TEXT_FILES = import.meta.glob<Readonly<Record<string, string>>>(
  ['../../../texts/*/*.json', '!../../../texts/*/desk*.json'],
  { import: 'default' },
);
