import './components.css';
import { useSearch } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { translate } from '../../i18n/i18n.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LanguageChoice } from '../../layout/language-switch.tsx';
import { paths } from '../../paths.ts';
import { ToastRegion } from '../../ui/toast-region.tsx';
import { displaySpecimens } from './display.part.tsx';
import { inputSpecimens } from './inputs.part.tsx';
import { PAGES, SpecimenPage } from './specimen-pages.tsx';
import { type Specimen, SpecimenPanel } from './specimen.tsx';

/** Names of the sandbox's brands. They are not translated. */
const BRANDS = { wattle: 'Harbour Mutual', stumps: 'Stumps Club', tui: 'Tui', ledgerline: 'Ledgerline' } as const;

const SECTIONS: readonly { readonly title: string; readonly specimens: readonly Specimen[] }[] = [
  { title: 'sandbox:page.display', specimens: displaySpecimens },
  { title: 'sandbox:page.inputs', specimens: inputSpecimens },
].filter(({ specimens }) => specimens.length > 0);

/** The specimens under their headings, or the one page that the address asks for. */
export function ComponentsPage() {
  const search = useSearch();
  const page = PAGES.find((each) => each === search.get('page'));
  return (
    <>
      {page ? <SpecimenPage page={page} /> : <Components />}
      <ToastRegion />
    </>
  );
}

function Components() {
  const t = useTexts('sandbox');
  return (
    <div className="components">
      <header className="components__head">
        <h1>{t('page.title')}</h1>
        <p className="components__lead">{t('page.lead')}</p>
        <div className="components__switches">
          <BrandChoice />
          <LanguageChoice />
        </div>
      </header>
      <nav className="components__contents" aria-label={t('page.contents')}>
        {SECTIONS.map(({ title, specimens }) => (
          <div key={title}>
            <p className="components__group">{translate(title)}</p>
            <ul>
              {specimens.map(({ id, title: name }) => (
                <li key={id}>
                  <a className="components__link" href={`#${id}`}>
                    {translate(name)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="components__sections">
        {SECTIONS.map(({ title, specimens }) => (
          <div key={title}>
            <h2 className="components__section">{translate(title)}</h2>
            <div className="components__specimens">
              {specimens.map((specimen) => (
                <SpecimenPanel key={specimen.id} specimen={specimen} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The same page of another brand: another address, so the page is loaded again. */
function BrandChoice() {
  const t = useTexts('sandbox');
  const { BrandIdentifier: current } = useBrand();
  return (
    <nav aria-label={t('page.brand')}>
      <ul className="components__brands">
        {Object.entries(BRANDS).map(([brand, name]) => (
          <li key={brand}>
            <a
              className="components__brand"
              href={`/${brand}${paths.components()}`}
              aria-current={brand === current ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
