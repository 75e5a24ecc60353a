/** Forms of address, as they are stored. Their words are texts of the profile; the empty one means no title. */
export const TITLES = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr', 'Prof'] as const;

/** Whether a text is one of the forms of address. */
export function isTitle(text: string): boolean {
  return TITLES.some((value) => value === text);
}
