import { Stroke } from './charts/stroke.tsx';

/** Icons for every page. A dot is a line without length. */
const SHAPES = {
  card: 'M5.5 5.5h13A2.5 2.5 0 0 1 21 8v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5zM3 10h18M6.5 15h3',
  person: 'M12 4.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.7-3.8 3.5-5.7 7.5-5.7s6.8 1.9 7.5 5.7',
  globe: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z',
  lock: 'M7.5 10.5h9A2.5 2.5 0 0 1 19 13v5a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 18v-5a2.5 2.5 0 0 1 2.5-2.5zM8 10.5V8a4 4 0 0 1 8 0v2.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2h0',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11.5V16M12 8.2h0',
  close: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  next: 'm9.5 6 6 6-6 6',
  external:
    'M13.5 4.5h6v6M19.5 4.5l-8.5 8.5M9.5 5.5H7A2.5 2.5 0 0 0 4.5 8v9A2.5 2.5 0 0 0 7 19.5h9a2.5 2.5 0 0 0 2.5-2.5v-2.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7v5l3.5 2',
  phone: 'M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2C11 20 4 13 4 5.5a2 2 0 0 1 2-2z',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4.5-2.6M14.5 9.9a10 10 0 0 1 4.5 2.6M8.5 16a5 5 0 0 1 5-1M2 9a14.5 14.5 0 0 1 4.5-2.8M11 5a14.5 14.5 0 0 1 11 4M12 19.5h0',
} as const;

export type IconName = keyof typeof SHAPES;

type IconProps = { readonly name: IconName; readonly size?: 's' | 'm'; readonly className?: string };

export function Icon({ name, size, className }: IconProps) {
  return <Stroke shape={SHAPES[name]} size={size} className={className} />;
}
