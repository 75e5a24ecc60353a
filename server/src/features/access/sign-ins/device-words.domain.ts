export type DeviceWords = {
  readonly browser: string | null;
  readonly system: string | null;
  readonly isPhone: boolean;
};

/** The first browser whose name is in the text. Each browser also names those that it imitates. */
const BROWSERS = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bMac(?:intosh| OS)/, 'Mac', false],
  [/\bCrOS\b/, 'Chromebook', false],
  [/\bLinux\b/, 'Linux', false],
] as const;

/** Words by which an owner recognises a device. Anybody may send any user agent, so nothing depends on it. */
export function deviceWords(userAgent: string): DeviceWords {
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? null;
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent));
  return { browser, system: system?.[1] ?? null, isPhone: system?.[2] ?? false };
}
