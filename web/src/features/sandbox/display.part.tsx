import { Badges, Buttons, Choices, Disclosures, Menus, TabsInUse } from './specimen-choices.tsx';
import { Banners, Dialogs, Toasts } from './specimen-messages.tsx';
import { Amounts, Charts, Summaries, Tones, TypeScale } from './specimen-figures.tsx';
import { EditSections } from './specimen-edit.tsx';
import { PageLinks } from './specimen-pages.tsx';
import { Cards, Empty, GrowingList, Progress, Waiting } from './specimen-lists.tsx';
import type { Specimen } from './specimen.tsx';

/** Specimens of display components. */
export const displaySpecimens: readonly Specimen[] = [
  { id: 'pages', title: 'sandbox:pages.title', Content: PageLinks, isWide: true },
  { id: 'buttons', title: 'sandbox:buttons.title', Content: Buttons },
  { id: 'chips', title: 'sandbox:choices.title', Content: Choices },
  { id: 'badges', title: 'sandbox:badges.title', Content: Badges },
  { id: 'tabs', title: 'sandbox:tabs.title', Content: TabsInUse },
  { id: 'menus', title: 'sandbox:menus.title', Content: Menus },
  { id: 'disclosures', title: 'sandbox:disclosures.title', Content: Disclosures },
  { id: 'banners', title: 'sandbox:banners.title', Content: Banners },
  { id: 'toasts', title: 'sandbox:toasts.title', Content: Toasts },
  { id: 'dialogs', title: 'sandbox:dialogs.title', Content: Dialogs },
  { id: 'progress', title: 'sandbox:progress.title', Content: Progress },
  { id: 'waiting', title: 'sandbox:waiting.title', Content: Waiting },
  { id: 'empty', title: 'sandbox:empty.title', Content: Empty },
  { id: 'list', title: 'sandbox:list.title', Content: GrowingList },
  { id: 'edit', title: 'sandbox:edit.title', Content: EditSections },
  { id: 'summaries', title: 'sandbox:summaries.title', Content: Summaries },
  { id: 'money', title: 'sandbox:amounts.title', Content: Amounts },
  { id: 'charts', title: 'sandbox:charts.title', Content: Charts },
  { id: 'carousel', title: 'sandbox:carousel.title', Content: Cards, isWide: true },
  { id: 'type', title: 'sandbox:type.title', Content: TypeScale },
  { id: 'tones', title: 'sandbox:tones.title', Content: Tones },
];
