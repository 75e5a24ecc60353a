import type { ElementComponent } from '@wattle/web/jsx-types';

/** Shapes of the places' pictures, on a grid of 24. */
export const PLACE_SHAPES = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  people: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6',
  approvals: 'M5 12l5 5 9-10',
  payments: 'M4 8h14l-4-4M20 16H6l4 4',
  bank: 'M4 10l8-6 8 6M5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  disputes: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  complaints: 'M4 5h16v11H9l-5 4z',
  endings: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5',
  store: 'M4 9h16l-1-5H5zM5 9v11h14V9M9 20v-6h6v6',
  cards: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10h18',
  brands: 'M4 20c4 0 5-2 5-4a3 3 0 0 1 3-3l8-9 1 1-9 8a3 3 0 0 1-3 3',
  rules: 'M4 6h9M17 6h3M4 12h3M11 12h9M4 18h11M19 18h1M15 4v4M9 10v4M17 16v4',
  sanctions: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM5.6 5.6l12.8 12.8',
  connections: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  events: 'M13 3L5 14h6l-1 7 8-11h-6z',
  staff:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  reports: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  commands: 'M5 7l5 5-5 5M13 18h6',
} as const;

/** Place of a page in the rail. */
export type Place = {
  /** Text key, `desk:place.approvals`. */
  readonly label: string;
  readonly shape: keyof typeof PLACE_SHAPES;
  /** `work`: daily work. `programme`: settings. */
  readonly in: 'work' | 'programme';
  /**
   * Number next to it: how many items wait there. A hook, called while the rail is shown; null while the number is not
   * known.
   */
  readonly useCount?: () => PlaceCount | null;
};

/** `isHot`: it waits for the signed-in member. `isMore`: the list has more than its first page. */
export type PlaceCount = { readonly count: number; readonly isHot?: boolean; readonly isMore?: boolean };

/**
 * A page of the desk. Its address is below `/desk` and has only ids. It must not begin with `/session` or `/commands`,
 * which are calls.
 */
export type DeskPage = {
  /** `/people/:person`. */
  readonly path: string;
  /** Text key of the title, until the page says its own. */
  readonly title: string;
  readonly load: () => Promise<ElementComponent>;
  /** Text files of texts/ in addition to `desk` and `deskForms`: `deskPeople`. */
  readonly texts?: readonly string[];
  /** The page has no form, and its first view goes without the words of forms. */
  readonly hasNoForm?: true;
  readonly place?: Place;
};
