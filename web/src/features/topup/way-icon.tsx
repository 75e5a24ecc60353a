import { Stroke } from '../../ui/stroke.tsx';

/** A way to load a card. */
export type WayName = 'card' | 'bank' | 'voucher' | 'link' | 'auto';

const SHAPES: Readonly<Record<WayName, string>> = {
  card: 'M5.5 5.5h13A2.5 2.5 0 0 1 21 8v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5zM3 10h18M6.5 15h3',
  bank: 'M3.5 9.5 12 4.5l8.5 5zM6.5 12.5v5M10.2 12.5v5M13.8 12.5v5M17.5 12.5v5M4 20.5h16',
  voucher: 'M3.5 7h17v3.25a1.75 1.75 0 0 0 0 3.5V17h-17v-3.25a1.75 1.75 0 0 0 0-3.5zM14 7v2M14 11v2M14 15v2',
  auto: 'M4.5 10.5A7.5 7.5 0 0 1 18 7.5l2 2.5M20 4.5V10h-5.5M19.5 13.5A7.5 7.5 0 0 1 6 16.5L4 14M4 19.5V14h5.5',
  link: 'M12 4.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.7-3.8 3.5-5.7 7.5-5.7s6.8 1.9 7.5 5.7',
};

/** The drawing of a way. */
export function WayIcon({ way }: { readonly way: WayName }) {
  return <Stroke shape={SHAPES[way]} />;
}
