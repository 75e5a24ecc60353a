import { useTexts } from '../../i18n/use-texts.ts';
import { InfoSection } from './info-page.tsx';

type ReadingSectionsProps = { readonly page: string; readonly sections: readonly string[] };

/** Sections of running text. Lines of a text that begin with a hyphen are its points. */
export function ReadingSections({ page, sections }: ReadingSectionsProps) {
  const t = useTexts('info');
  return sections.map((section) => (
    <InfoSection key={section} title={t(`${page}.${section}.title`)}>
      <Reading text={t(`${page}.${section}.text`)} />
    </InfoSection>
  ));
}

function Reading({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  const points = lines.filter((line) => line.startsWith('- '));
  return (
    <>
      {lines
        .filter((line) => !line.startsWith('- '))
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {points.length > 0 ? (
        <ul className="info-page__points">
          {points.map((line) => (
            <li className="info-page__point" key={line}>
              {line.slice(2)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
