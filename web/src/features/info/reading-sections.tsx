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

type Block = { readonly points: readonly string[] } | { readonly words: string };

/** Points that follow each other are one list. */
function blocksOf(text: string): readonly Block[] {
  return text.split('\n').reduce<readonly Block[]>((blocks, line) => {
    if (!line.startsWith('- ')) return [...blocks, { words: line }];
    const last = blocks.at(-1);
    const point = line.slice(2);
    return last && 'points' in last
      ? [...blocks.slice(0, -1), { points: [...last.points, point] }]
      : [...blocks, { points: [point] }];
  }, []);
}

function Reading({ text }: { readonly text: string }) {
  return blocksOf(text).map((block) =>
    'words' in block ? (
      <p key={block.words}>{block.words}</p>
    ) : (
      <ul className="info-page__points" key={block.points[0]}>
        {block.points.map((point) => (
          <li className="info-page__point" key={point}>
            {point}
          </li>
        ))}
      </ul>
    ),
  );
}
