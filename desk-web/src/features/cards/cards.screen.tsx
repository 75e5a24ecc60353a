import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BatchesPane } from './batches-pane.tsx';
import { OrderedPane } from './ordered-pane.tsx';
import { ReplacementsPane } from './replacements-pane.tsx';
import { StockPane } from './stock-pane.tsx';
import './cards.css';

const PARTS = ['stock', 'letters', 'plastic', 'replacements'] as const;
type Part = (typeof PARTS)[number];
const EVERY_MS = 30_000;

/** Cards before people have them: stock, files from the maker, letters, plastic, and replacements that wait. */
export function CardsScreen() {
  const t = useTexts('deskCards');
  const { part: named } = useParams();
  const part: Part = PARTS.find((one) => one === named) ?? 'stock';
  const waiting = useCommand('waiting-replacements', {}, { everyMs: EVERY_MS });
  const count = waiting.rows?.length ?? 0;
  const more = waiting.hasMore ? '+' : '';
  return (
    <>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <Link className="button button--line" to="/people-files">
            {t('import')}
          </Link>
        }
      />
      <Tabs
        label={t('title')}
        tabs={PARTS.map((key) => ({
          key,
          words: key === 'replacements' && count > 0 ? `${t(`tab.${key}`)} ${count}${more}` : t(`tab.${key}`),
          to: key === 'stock' ? '/cards' : `/cards/${key}`,
          isCurrent: key === part,
        }))}
      />
      {part === 'stock' ? (
        <div className="cols">
          <div className="col-6">
            <StockPane />
          </div>
          <div className="col-6">
            <BatchesPane />
          </div>
        </div>
      ) : part === 'replacements' ? (
        <ReplacementsPane />
      ) : (
        <OrderedPane key={part} of={part} />
      )}
    </>
  );
}
