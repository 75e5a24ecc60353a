/** Loaders of every text file, by path. A list of its own, because the first route needs four of them alone. */
export const TEXT_FILES = import.meta.glob<Readonly<Record<string, string>>>('../../../texts/*/*.json', {
  import: 'default',
});
