import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runBrands } from './commands.ts';
import { runningServer } from './global-setup.ts';

const TUI = resolve(import.meta.dirname, '../../brands/tui');

type Texts = Readonly<Record<string, string>>;
export type BrandChange = {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly texts?: { readonly enAU: Texts; readonly zhCN: Texts };
  /** Replaced colours, in both stylesheet and logo. */
  readonly colours?: Readonly<Record<string, string>>;
};

export type BrandFolder = {
  readonly identifier: string;
  readonly path: string;
  /** Applies the given changes. `texts` replaces all texts. */
  change(change: BrandChange): void;
  /** Imports it into the server of this run. */
  import(): ReturnType<typeof runBrands>;
  remove(): void;
};

/** Folder of a brand for one test: Tui's under another name, without its texts. */
export function makeBrandFolder({
  id,
  identifier,
  name,
}: {
  id: number;
  identifier: string;
  name: string;
}): BrandFolder {
  const path = mkdtempSync(join(tmpdir(), 'wattle-brand-'));
  cpSync(TUI, path, { recursive: true });
  const edit = (file: string, to: (text: string) => string) =>
    writeFileSync(join(path, file), to(readFileSync(join(path, file), 'utf8')));
  edit('brand.json', (text) => JSON.stringify({ ...(JSON.parse(text) as object), id, identifier, name }));
  edit('tokens.css', (css) => css.replaceAll("'tui'", `'${identifier}'`));
  const folder: BrandFolder = {
    identifier,
    path,
    change({ settings, texts, colours }) {
      edit('brand.json', (text) => {
        const brand = JSON.parse(text) as { settings: object };
        return JSON.stringify({ ...brand, settings: { ...brand.settings, ...settings } });
      });
      for (const locale of LANGUAGES) {
        if (texts) writeFileSync(join(path, `texts/${locale}.json`), JSON.stringify(texts[locale]));
      }
      for (const [from, to] of Object.entries(colours ?? {})) {
        for (const file of ['tokens.css', 'logo.svg']) edit(file, (text) => text.replaceAll(from, to));
      }
    },
    import: () => runBrands(runningServer(), ['import', path]),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  folder.change({ texts: { enAU: {}, zhCN: {} } });
  return folder;
}
