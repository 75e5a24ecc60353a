import { Badges, Buttons, Choices, Disclosures, Menus, TabsInUse } from './specimen-choices.tsx';
import { Banners, Dialogs, Toasts } from './specimen-messages.tsx';
import { Amounts, Charts, Summaries, Tones, TypeScale } from './specimen-figures.tsx';
import { EditSections } from './specimen-edit.tsx';
import { PageLinks } from './specimen-pages.tsx';
import { Cards, Empty, GrowingList, Progress, Waiting } from './specimen-lists.tsx';
import type { Specimen } from './specimen.tsx';

/** Specimens of display components. */
export const displaySpecimens: readonly Specimen[] = [
  { id: 'pages', title: 'components:pages.title', Content: PageLinks, isWide: true },
  { id: 'buttons', title: 'components:buttons.title', Content: Buttons },
  { id: 'chips', title: 'components:choices.title', Content: Choices },
  { id: 'badges', title: 'components:badges.title', Content: Badges },
  { id: 'tabs', title: 'components:tabs.title', Content: TabsInUse },
  { id: 'menus', title: 'components:menus.title', Content: Menus },
  { id: 'disclosures', title: 'components:disclosures.title', Content: Disclosures },
  { id: 'banners', title: 'components:banners.title', Content: Banners },
  { id: 'toasts', title: 'components:toasts.title', Content: Toasts },
  { id: 'dialogs', title: 'components:dialogs.title', Content: Dialogs },
  { id: 'progress', title: 'components:progress.title', Content: Progress },
  { id: 'waiting', title: 'components:waiting.title', Content: Waiting },
  { id: 'empty', title: 'components:empty.title', Content: Empty },
  { id: 'list', title: 'components:list.title', Content: GrowingList },
  { id: 'edit', title: 'components:edit.title', Content: EditSections },
  { id: 'summaries', title: 'components:summaries.title', Content: Summaries },
  { id: 'money', title: 'components:amounts.title', Content: Amounts },
  { id: 'charts', title: 'components:charts.title', Content: Charts },
  { id: 'carousel', title: 'components:carousel.title', Content: Cards, isWide: true },
  { id: 'type', title: 'components:type.title', Content: TypeScale },
  { id: 'tones', title: 'components:tones.title', Content: Tones },
];
