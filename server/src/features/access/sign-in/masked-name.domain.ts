const BULLETS = '••••';

/**
 * A username as a shared screen may show it: `a••••@e••••.com`, `2••••15`. Always as many bullets, so
 * that nobody counts its letters.
 */
export function maskName(name: string): string {
  const at = name.lastIndexOf('@');
  if (at < 1) return `${name.slice(0, 1)}${BULLETS}${name.length >= 6 ? name.slice(-2) : ''}`;
  const host = name.slice(at + 1);
  const dot = host.lastIndexOf('.');
  return `${name.slice(0, 1)}${BULLETS}@${host.slice(0, 1)}${BULLETS}${dot < 0 ? '' : host.slice(dot)}`;
}

/** Whether it is a masked name that came back. No name of ours holds a bullet. */
export function isMasked(typed: string): boolean {
  return typed.includes('•');
}
