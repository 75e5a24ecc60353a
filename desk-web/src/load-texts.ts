import { addTexts } from '@wattle/web/i18n/i18n.ts';

type TextFile = Readonly<Record<string, string>>;

/** The desk speaks one language: its own texts are in one folder, and those of shared parts come from it as well. */
const FILES: Readonly<Record<string, () => Promise<TextFile>>> = {
  ...import.meta.glob<TextFile>('../../texts/enAU/{common,errors,ui,fields}.json', { import: 'default' }),
  ...import.meta.glob<TextFile>('../../texts/enAU/desk*.json', { import: 'default' }),
};

/** With every page: those of the shell and of the shared parts. */
export const ALWAYS = ['common', 'errors', 'ui', 'fields', 'desk'] as const;

const known = new Map<string, Promise<void>>();

async function load(name: string): Promise<void> {
  const file = FILES[`../../texts/enAU/${name}.json`];
  if (!file) throw new Error(`There are no texts ${name}`);
  addTexts(name, await file());
}

/** Loads text files, each once. One that failed is loaded again. */
export async function loadDeskTexts(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const loading = known.get(name) ?? load(name);
      known.set(name, loading);
      loading.catch(() => known.delete(name));
      return loading;
    }),
  );
}
