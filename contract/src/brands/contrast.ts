/** Red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** `#rgb` or `#rrggbb`; undefined for anything else, whose contrast would depend on its background. */
export function readColour(text: string): Colour | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) return toColour(short.slice(1).map((digit) => digit + digit));
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return long ? toColour(long.slice(1)) : undefined;
}

function toColour(hex: readonly string[]): Colour {
  const [red = 0, green = 0, blue = 0] = hex.map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

/** Colour of `share` (0 to 1) of `over` on `under`, mixed in sRGB as browsers do. */
export function mix(over: Colour, under: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => over[index] * share + under[index] * (1 - share);
  return [part(0), part(1), part(2)];
}

/** Relative luminance of WCAG 2.2, 0 (black) to 1 (white). */
function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
