import { readableEmail } from '@wattle/contract/rules/email-address.ts';

const BULLETS = '••••';

/**
 * A username as a shared screen may show it: `a••••@e••••.com`, `2••••15`. The number of bullets is fixed, so it does
 * not reveal the length.
 */
export function maskName(name: string): string {
  const at = name.lastIndexOf('@');
  if (at < 1) return `${name.slice(0, 1)}${BULLETS}${name.length >= 6 ? name.slice(-2) : ''}`;
  const host = readableEmail(name).slice(at + 1);
  const dot = host.lastIndexOf('.');
  return `${name.slice(0, 1)}${BULLETS}@${[...host][0] ?? ''}${BULLETS}${dot < 0 ? '' : host.slice(dot)}`;
}

/** Whether a masked name was sent back. No real name has a bullet. */
export function isMasked(typed: string): boolean {
  return typed.includes('•');
}
